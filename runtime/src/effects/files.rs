//! `fs.*`: files. Each operation is done in a thread, because a file may be slow: a pipe, a network, a device.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

use concerto_vm::{Reply, Value};

use super::{Answer, text};
use crate::value::{error, result, texts};
use crate::world::World;

pub(super) fn read_file(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let bytes_max = world.bytes_max;
    fallible(text(args)?, "read", move |path| {
        let text = String::from_utf8(read(path, bytes_max)?);
        text.map(Value::String).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
    })
}

pub(super) fn read_bytes(world: &mut World, args: Vec<Value>) -> Option<Answer> {
    let bytes_max = world.bytes_max;
    fallible(text(args)?, "read", move |path| read(path, bytes_max).map(Value::Bytes))
}

/// The bytes of a file that fits into the program's memory; a device may have no end.
fn read(path: &Path, bytes_max: usize) -> Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata().map_or(0, |it| it.len()).min(bytes_max as u64);
    let mut bytes = Vec::new();
    bytes.try_reserve(length as usize)?;
    file.take(bytes_max as u64).read_to_end(&mut bytes)?;
    match bytes.len() < bytes_max {
        true => Ok(bytes),
        false => Err(Error::other("it is larger than the program's memory")),
    }
}

pub(super) fn write_file(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let Ok([Value::String(path), Value::String(content)]) = <[Value; 2]>::try_from(args) else { return None };
    fallible(path, "written", |path| fs::write(path, content).map(nothing))
}

pub(super) fn write_bytes(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let Ok([Value::String(path), Value::Bytes(content)]) = <[Value; 2]>::try_from(args) else { return None };
    fallible(path, "written", |path| fs::write(path, content).map(nothing))
}

pub(super) fn append_file(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let Ok([Value::String(path), Value::String(content)]) = <[Value; 2]>::try_from(args) else { return None };
    fallible(path, "written", move |path| {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(content.as_bytes()).map(nothing)
    })
}

pub(super) fn exists(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let path = text(args)?;
    Some(Answer::Work(Box::new(move || Reply::Value(Value::Bool(Path::new(&path).exists())))))
}

pub(super) fn is_dir(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    let path = text(args)?;
    Some(Answer::Work(Box::new(move || Reply::Value(Value::Bool(Path::new(&path).is_dir())))))
}

pub(super) fn list_dir(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    fallible(text(args)?, "listed", |path| {
        let entries = fs::read_dir(path)?.map(|it| it.map(|it| it.file_name().to_string_lossy().into_owned()));
        let mut names = entries.collect::<Result<Vec<String>>>()?;
        names.sort_unstable();
        Ok(texts(names))
    })
}

pub(super) fn remove_file(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    fallible(text(args)?, "removed", |path| fs::remove_file(path).map(nothing))
}

pub(super) fn remove_dir(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    fallible(text(args)?, "removed", |path| fs::remove_dir(path).map(nothing))
}

pub(super) fn create_dir(_: &mut World, args: Vec<Value>) -> Option<Answer> {
    fallible(text(args)?, "made", |path| fs::create_dir_all(path).map(nothing))
}

fn nothing((): ()) -> Value {
    Value::Null
}

/// Something that is done with a path, and fails with an error that names it.
fn fallible(
    path: String,
    done: &'static str,
    work: impl FnOnce(&Path) -> Result<Value> + Send + 'static,
) -> Option<Answer> {
    let work = move || {
        let given = work(Path::new(&path));
        result(
            given.map_err(|problem| error(format!("`{path}` cannot be {done}: {}", reason(&problem)), kind(&problem))),
        )
    };
    Some(Answer::Work(Box::new(work)))
}

/// Why it failed, in the same words everywhere; the system's own for what is rare.
fn reason(problem: &Error) -> String {
    match problem.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "it is not allowed".to_owned(),
        ErrorKind::AlreadyExists => "it is already there".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a part of the path is no folder".to_owned(),
        ErrorKind::DirectoryNotEmpty => "the folder is not empty".to_owned(),
        _ => problem.to_string(),
    }
}

/// One of the kinds that `std::fs` names.
fn kind(problem: &Error) -> &'static str {
    match problem.kind() {
        ErrorKind::NotFound => "not_found",
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::AlreadyExists => "exists",
        ErrorKind::InvalidInput
        | ErrorKind::InvalidData
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::DirectoryNotEmpty => "invalid",
        _ => "error",
    }
}

#[cfg(test)]
mod tests;
