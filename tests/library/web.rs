//! `std::http` against a server on this machine: programs in `web/`, each run in three ways, with the server's address as
//! their argument.

mod server;

use crate::run::case::Case;
use crate::run::{Way, compiled, run};
use crate::support::{files_below, root};
use server::Server;

#[test]
fn programs_get_what_servers_answer() {
    let server = Server::start();
    let programs = files_below(&root().join("tests/library/web"), ".conc");
    assert!(programs.len() >= 7, "they are found");
    for path in programs {
        let case = Case::read(path.clone());
        let program = compiled(&path).unwrap_or_else(|problem| panic!("{problem}"));
        for way in [Way::Source, Way::Ir, Way::Suspended] {
            let ran = run(&program, way, &[server.address()]).unwrap();
            if let Some(problem) = case.problem(&ran) {
                panic!("{} ({way:?}): {problem}", path.display());
            }
        }
    }
    server.wait_until_closed();
}
