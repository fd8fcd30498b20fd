//! Programs that run one after the other in the same world, each of which begins with all of the one before: what resources hold,
//! and memories, ledgers, stores, servers and chance, goes from one to the next.

use concerto_ir::verify::Verified;
use concerto_std::NATIVES;
use concerto_vm::{Carried, Fault, FaultKind, Machine};

use crate::driver::{Driver, Outcome};
use crate::run::Run;

/// A world that several programs run in.
pub struct Session {
    /// Nothing only while a program runs.
    driver: Option<Driver>,
    carried: Carried,
}

impl Session {
    /// A session in the world of a driver, whose own program is not run.
    pub fn new(mut driver: Driver) -> Self {
        driver.prepare();
        Self { driver: Some(driver), carried: Carried::default() }
    }

    /// The resources that hold something.
    pub fn filled(&self) -> &[String] {
        &self.carried.names
    }

    /// Runs a function of a program that begins with all of the last one. Of what its resources hold in the end, whatever ended
    /// it, the wanted ones are kept; those are named that could not be.
    pub fn run(
        &mut self,
        verified: Verified,
        function: u32,
        is_wanted: impl Fn(&str) -> bool,
    ) -> (Outcome, Vec<String>) {
        let Some(mut driver) = self.driver.take() else { return (fault("the session has ended".into()), Vec::new()) };
        driver.interrupt.forget();
        driver.verified = verified.clone();
        let machine = Machine::with_library(verified, driver.limits, NATIVES).map_err(|it| it.to_string());
        let machine = machine.and_then(|mut it| it.receive(&self.carried).map(|()| it));
        let (outcome, driver) = match machine {
            Ok(machine) => {
                let (outcome, driver, machine) = Run::new(driver, machine).finish_one(function);
                self.carried = machine.carry(is_wanted);
                (outcome, driver)
            }
            Err(problem) => (fault(problem), driver),
        };
        self.driver = Some(driver);
        (outcome, std::mem::take(&mut self.carried.left))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(driver) = &self.driver {
            driver.world.servers.end();
        }
    }
}

fn fault(problem: String) -> Outcome {
    Outcome::Fault(Fault { kind: FaultKind::Message(problem), trace: Vec::new() })
}
