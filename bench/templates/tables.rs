// Tables of things: grouped, summed and shown.

struct ThingRow {
    place: String,
    year: i64,
    count: i64,
    share: f64,
}

type ThingTable = Map<String, Vec<ThingRow>>;

fn rows_of_thing(n: i64) -> Vec<ThingRow> {
    [
        ThingRow { place: "lorem", year: 2001, count: 777, share: 0.25 },
        ThingRow { place: "lorem", year: 2002, count: 777 + n, share: 0.5 },
        ThingRow { place: "lorem", year: 2003, count: 777 * n, share: 1.75 },
        ThingRow { place: "lorem", year: 2004, count: earlier(n), share: 2.5e-1 },
    ]
}

/// The rows by their place, in the order in which the places came.
fn group_thing(rows: Vec<ThingRow>) -> ThingTable {
    let mut table: ThingTable = Map::new();
    for row in rows {
        let mut known = table.get_or(row.place, []);
        known.push(row);
        table[row.place] = known;
    }
    table
}

fn totals_of_thing(table: ThingTable) -> Map<String, i64> {
    let mut totals: Map<String, i64> = Map::new();
    for (place, rows) in table {
        totals[place] = rows.map(|row| row.count).sum();
    }
    totals
}

fn show_thing(table: ThingTable, width: i64) -> String {
    let mut out: Vec<String> = [];
    for (index, (place, rows)) in table.entries().enumerate() {
        let mark = if index % 2 == 0 { "*" } else { "-" };
        out.push(format!("{} {} {} rows", mark, place.pad_right(width), rows.len()));
        for ThingRow { year, count, share, .. } in rows {
            let percent = (share * 100.0).round();
            out.push(format!("    {}: {} ({}%)", year, count, percent));
        }
    }
    out.join("\n")
}

/// The years in which there was more than in the year before.
fn growth_of_thing(rows: Vec<ThingRow>) -> Vec<(i64, i64)> {
    let sorted = rows.sorted_by(|a, b| a.year.compare(b.year));
    let mut grown: Vec<(i64, i64)> = [];
    let mut before: Option<ThingRow> = None;
    for row in sorted {
        if let Some(last) = before {
            if row.count > last.count && row.share >= last.share {
                grown.push((row.year, row.count - last.count));
            }
        }
        before = Some(row);
    }
    grown
}

fn rank_thing(counts: Vec<i64>) -> String {
    match counts {
        [] => "nothing",
        [only] => format!("only {}", only),
        [first, second] if first == second => format!("twice {}", first),
        [first, .., last] => format!("{} to {}", first, last),
    }
}

fn score_thing(n: i64) -> i64 {
    let rows = rows_of_thing(n);
    let table = group_thing(rows);
    let totals = totals_of_thing(table);
    let (small, large) = (n.min(777), n.max(777));

    // Only what lies in the middle counts.
    let middle = totals.values()
        .filter(|count| count > small && count < large)
        .map(|count| count % 777)
        .fold(0, |sum, count| sum + count);
    let grown = growth_of_thing(rows).map(|(year, more)| more * (year - 2000)).sum();
    let text = show_thing(table, 24) + rank_thing(totals.values());
    let names = rows.map(|row| row.place.to_upper()).unique().len();
    earlier(middle + grown - text.len() * names)
}
