use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// A value of the program that has no form as data, such as a function that a template calls.
///
/// It can be cloned and compared, and cannot be serialized. The crate that made it finds it again by its type.
///
/// # Examples
///
/// ```
/// use interline_value::{Opaque, Value};
///
/// #[derive(Debug, PartialEq, Eq)]
/// struct Handle(u32);
///
/// let value = Value::Opaque(Opaque::new(Handle(7)));
/// let Value::Opaque(opaque) = &value else { panic!() };
/// assert_eq!(opaque.downcast_ref::<Handle>(), Some(&Handle(7)));
/// ```
#[derive(Clone)]
pub struct Opaque(Arc<dyn Object>);

/// The methods of any type that an [`Opaque`] holds.
trait Object: fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T> Object for T
where
    T: Any + Eq + fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe,
{
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

impl Opaque {
    /// Makes an opaque value. Cloning it does not clone `value`.
    pub fn new<T>(value: T) -> Self
    where
        T: Any + Eq + fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe,
    {
        Self(Arc::new(value))
    }

    /// Returns the value, when it is of the type `T`.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        // Of the object, not of the `Arc`, which is `Any` as well.
        (*self.0).as_any().downcast_ref()
    }
}

impl PartialEq for Opaque {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals((*other.0).as_any())
    }
}

impl Eq for Opaque {}

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
