use super::*;

fn looked_at(source: String) -> usize {
    scan::LOOKED_AT.set(0);
    let _ = parse(None, source.into(), None);
    scan::LOOKED_AT.get()
}

#[test]
fn parsing_looks_at_each_byte_a_few_times() {
    let kinds: [fn(usize) -> String; 17] = [
        |n| "{{#a}}".repeat(n) + &"{{/a}}".repeat(n),
        |n| "{{#a}}".repeat(n),
        |n| "  {{#a}}  \n".repeat(n) + &"  {{/a}} \n".repeat(n),
        |n| "  {{$a}}  \n\n\n".repeat(n) + &"  {{/a}} \n".repeat(n),
        |n| "{{<p}}{{$a}}\n   \n".repeat(n) + &"  {{/a}} {{/p}}".repeat(n),
        |n| "{{=<% %>=}}<%={{ }}=%>".repeat(n),
        |n| "{{=".repeat(n),
        |n| "{{{".repeat(n),
        |n| "{ ".repeat(n),
        |n| "{{!".repeat(n) + "}}",
        |n| format!("{{{{{}}}}}", "a.".repeat(n) + "b"),
        |n| format!("{{{{#{}}}}}", " ".repeat(n)),
        |n| " ".repeat(n) + "{{!a}}" + &" ".repeat(n),
        |n| " {{!a}} ".repeat(n),
        |n| "{{=} }=}}".to_owned() + &"}a }".repeat(n),
        |n| "\n\n{{$a}}\n{{/a}}\n".repeat(n),
        |n| "{{=- -=}}".to_owned() + &"-x".repeat(n),
    ];
    for (number, kind) in kinds.iter().enumerate() {
        for n in [1_000, 2_000, 4_000] {
            let source = kind(n);
            let length = source.len();
            let looked_at = looked_at(source);
            assert!(
                (length / 2..=6 * length + 100).contains(&looked_at),
                "{number}: {looked_at} of {length}"
            );
        }
    }
}
