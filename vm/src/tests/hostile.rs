//! Programs whose objects are not what their types say: functions of the machine refuse them, or make something of
//! them, but nothing breaks and nothing is lost.

use super::lab::Lab;
use super::texts::Chance;
use super::{arrays, json, maps, numbers, texts};
use crate::Limits;

/// Objects of all forms, and values that are none.
fn objects(lab: &mut Lab) -> Vec<u64> {
    let mut all = vec![0, 1, 3, 15];
    let long = "ü".repeat(40);
    for text in ["", "a", "ab,c", &long, "{\"x\": [1, null]}", "12"] {
        let text = lab.text(text);
        all.push(text);
    }
    all.push(lab.words(&[]));
    all.push(lab.words(&[1, 2, 3]));
    all.push(lab.words(&[0, 1, 0]));
    all.push(lab.words(&[i64::MIN, i64::MAX, 1]));
    all.push(lab.texts(&["x", "yy"]));
    all.push(lab.refs(&[0, 1, 7]));
    all.push(lab.machine.heap.bytes_of(&[0, 255]).expect("memory") as u64);
    let layouts: Vec<(String, Vec<concerto_ir::Kind>)> =
        lab.machine.linked.verified.program().layouts.iter().map(|it| (it.name.clone(), it.slots.clone())).collect();
    for round in 0..2 {
        for (name, slots) in &layouts {
            let slots: Vec<u64> =
                slots
                    .iter()
                    .enumerate()
                    .map(|(at, kind)| {
                        if *kind == concerto_ir::Kind::Ref {
                            lab.copy(all[(at * 5 + round * 7) % all.len()])
                        } else {
                            3
                        }
                    })
                    .collect();
            let record = lab.record(name, &slots);
            all.push(record);
        }
    }
    let tables: Vec<String> = lab.natives().into_iter().map(|it| it.0).filter(|it| it.contains(".new")).collect();
    for name in tables {
        let table = lab.call(&name, &[]).expect("a table");
        all.push(table);
    }
    all
}

/// Calls each function with random objects.
fn torment(natives: &str, rounds: u64) {
    torment_with(natives, rounds, Limits::default());
    // Where memory runs out again and again nothing is lost either.
    torment_with(natives, rounds, Limits { bytes_max: 3 << 16, ..Limits::default() });
}

fn torment_with(natives: &str, rounds: u64, limits: Limits) {
    let mut lab = Lab::with(natives, limits);
    let live = lab.live();
    let mut pool = objects(&mut lab);
    for round in 0..rounds {
        let mut chance = Chance::new(round);
        for (name, params, result) in lab.natives() {
            let args: Vec<u64> = params
                .iter()
                .map(|ty| match lab.is_ref(*ty) {
                    true => lab.copy(pool[chance.below(pool.len())]),
                    false => [0, 1, 2, u64::MAX, 1 << 62, 0x7ff8_0000_0000_0000][chance.below(6)],
                })
                .collect();
            let mut place = args.first().copied().unwrap_or(0);
            let more = args.get(1..).unwrap_or_default();
            let given = match args.is_empty() {
                true => lab.call(&name, &[]),
                false => lab.update(&name, &mut place, more),
            };
            let now = std::iter::once(place).chain(more.iter().copied());
            let used: Vec<(u32, u64)> = params.iter().copied().zip(now).collect();
            for (at, (ty, word)) in used.into_iter().enumerate() {
                // What was changed may be met again.
                if at == 0 && chance.below(8) == 0 && lab.is_ref(ty) {
                    let place = chance.below(pool.len());
                    lab.release(std::mem::replace(&mut pool[place], word));
                } else {
                    lab.drop(ty, word);
                }
            }
            if let Ok(word) = given {
                _ = lab.show(&lab.type_name(result), word);
                if lab.is_ref(result) && chance.below(4) == 0 {
                    let place = chance.below(pool.len());
                    lab.release(std::mem::replace(&mut pool[place], word));
                } else {
                    lab.drop(result, word);
                }
            }
        }
    }
    pool.into_iter().for_each(|it| lab.release(it));
    assert_eq!(lab.live(), live);
}

const ROUNDS: u64 = if cfg!(miri) { 3 } else { 1_500 };

#[test]
fn arrays_of_anything() {
    torment(arrays::NATIVES, ROUNDS);
}

#[test]
fn maps_of_anything() {
    torment(maps::NATIVES, ROUNDS);
}

#[test]
fn texts_of_anything() {
    torment(texts::NATIVES, ROUNDS);
}

#[test]
fn numbers_of_anything() {
    torment(numbers::NATIVES, ROUNDS);
}

#[test]
fn json_of_anything() {
    let more = "
        layout Ok.Path(ref)
        type Result.Path {\"enum\": \"Result\", \"plain\": false, \"variants\": [{\"name\": \"Ok\", \"layout\": @Ok.Path, \"named\": false, \"data\": [{\"name\": \"\", \"type\": $Path}]}, {\"name\": \"Err\", \"layout\": @Err, \"named\": false, \"data\": [{\"name\": \"\", \"type\": $Error}]}]}
        native json.decode(Json) -> Result.Path
        native display(Shapes) -> String
        native display#1(ByShape) -> String
        native compare(Shapes, Shapes) -> Int
        native equals#1(ByShape, ByShape) -> Bool
        native json.from#1(ByShape) -> Json
        native json.from#2(Shapes) -> Json";
    torment(&format!("{}{more}", json::NATIVES), ROUNDS);
}
