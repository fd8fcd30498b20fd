//! Prompts with pictures and documents: what each API gets of them.

use super::api::{ALL, Turn};
use super::project::{Project, connection};
use super::server::Server;

const PROGRAM: &str = r#"
agent Clerk {
    provider: main,
}

fn main() {
    let png = Media::Data { bytes: Bytes::of([137, 80, 78, 71]), media_type: "image/png" };
    let pdf = Media::Data { bytes: Bytes::of([37, 80, 68, 70]), media_type: "application/pdf" };
    let prompt = Message {
        role: "user",
        parts: [
            Part::Text("Look:"),
            Part::Image(png),
            Part::Image(Media::Url("https://example.com/cat.png")),
            Part::File { name: "report.pdf", media: pdf },
            Part::File { name: "notes.txt", media: Media::Data { bytes: "some notes".bytes(), media_type: "text/plain" } },
        ],
    };
    print(Clerk.execute(prompt).unwrap().text);
    print(Clerk.on_event(|_| {}).execute(prompt).unwrap().text);
}
"#;

#[test]
fn pictures_and_documents_arrive_on_every_api() {
    for api in ALL {
        let server = Server::of([false, true].map(|mode| api.reply(mode, &Turn::text("ok"))).to_vec());
        let ran = Project::new(&connection(api, &server, ""), PROGRAM).run(&[]);
        assert_eq!(ran.good(), "ok\nok\n");
        let requests = server.done();
        let body = &requests[0].body;
        let text = body.to_string();
        assert!(text.contains("Look:") && text.contains("iVBORw=="), "{}: {text}", api.name());
        assert!(text.contains("https://example.com/cat.png"), "{}: {text}", api.name());
        insta::assert_snapshot!(format!("{}_media", api.name()), serde_json::to_string_pretty(body).unwrap());
    }
}
