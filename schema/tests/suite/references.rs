//! Shared and recursive types.

use insta::assert_snapshot;
use serde_json::json;

use crate::show::lowered;

/// A whole schema.
macro_rules! whole {
    ($schema:tt, @$expected:literal) => { assert_snapshot!(lowered(&json!($schema)), @$expected) };
}

#[test]
fn one_of_becomes_any_of_everywhere() {
    whole!({
        "type": "object",
        "properties": { "list": { "type": "array", "items": { "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/N" }] } } },
        "required": ["list"],
        "additionalProperties": false,
        "$defs": { "N": { "oneOf": [{ "type": "integer" }, { "type": "boolean" }] } }
    }, @r##"
        OpenAI, Anthropic:
        {
          "type": "object",
          "properties": { "list": { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/N" }] } } },
          "required": ["list"],
          "additionalProperties": false,
          "$defs": { "N": { "anyOf": [{ "type": "integer" }, { "type": "boolean" }] } }
        }
        Gemini:
        {
          "type": "object",
          "properties": {
            "list": {
              "type": "array",
              "items": { "anyOf": [{ "type": "string" }, { "anyOf": [{ "type": "integer" }, { "type": "boolean" }] }] }
            }
          },
          "required": ["list"]
        }
    "##);
}

#[test]
fn a_shared_type_stays_a_reference_where_there_are_any() {
    whole!({
        "type": "object",
        "properties": {
            "from": { "$ref": "#/$defs/Point" },
            "to": { "$ref": "#/$defs/Point", "description": "Where it ends" },
            "via": { "$ref": "#/$defs/Point" }
        },
        "required": ["from", "to"],
        "additionalProperties": false,
        "$defs": { "Point": {
            "type": "object", "description": "A place",
            "properties": { "x": { "type": "integer" } }, "required": ["x"], "additionalProperties": false
        } }
    }, @r##"
    OpenAI:
    {
      "type": "object",
      "properties": {
        "from": { "$ref": "#/$defs/Point" },
        "to": { "description": "Where it ends", "anyOf": [{ "$ref": "#/$defs/Point" }] },
        "via": { "anyOf": [{ "$ref": "#/$defs/Point" }, { "type": "null" }] }
      },
      "required": ["from", "to", "via"],
      "additionalProperties": false,
      "$defs": {
        "Point": {
          "type": "object",
          "description": "A place",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"],
          "additionalProperties": false
        }
      }
    }
    Anthropic:
    {
      "type": "object",
      "properties": {
        "from": { "$ref": "#/$defs/Point" },
        "to": {
          "type": "object",
          "description": "Where it ends",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"],
          "additionalProperties": false
        },
        "via": { "anyOf": [{ "$ref": "#/$defs/Point" }, { "type": "null" }] }
      },
      "required": ["from", "to", "via"],
      "additionalProperties": false,
      "$defs": {
        "Point": {
          "type": "object",
          "description": "A place",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"],
          "additionalProperties": false
        }
      }
    }
    Gemini:
    {
      "type": "object",
      "properties": {
        "from": {
          "type": "object",
          "description": "A place",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"]
        },
        "to": {
          "type": "object",
          "description": "Where it ends",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"]
        },
        "via": {
          "type": "object",
          "nullable": true,
          "description": "A place",
          "properties": { "x": { "type": "integer" } },
          "required": ["x"]
        }
      },
      "required": ["from", "to", "via"]
    }
    "##);
}

#[test]
fn a_default_beside_a_reference_is_kept_or_said() {
    whole!({
        "type": "object",
        "properties": { "color": { "$ref": "#/$defs/Color", "default": "red" } },
        "additionalProperties": false,
        "$defs": { "Color": { "type": "string", "enum": ["red", "blue"] } }
    }, @r##"
        OpenAI:
        {
          "type": "object",
          "properties": {
            "color": { "description": "Default: \"red\".", "anyOf": [{ "$ref": "#/$defs/Color" }, { "type": "null" }] }
          },
          "required": ["color"],
          "additionalProperties": false,
          "$defs": { "Color": { "type": "string", "enum": ["red", "blue"] } }
        }
        Anthropic:
        {
          "type": "object",
          "properties": { "color": { "default": "red", "anyOf": [{ "$ref": "#/$defs/Color" }, { "type": "null" }] } },
          "required": ["color"],
          "additionalProperties": false,
          "$defs": { "Color": { "type": "string", "enum": ["red", "blue"] } }
        }
        Gemini:
        {
          "type": "object",
          "properties": {
            "color": { "type": "string", "nullable": true, "description": "Default: \"red\".", "enum": ["red", "blue"] }
          },
          "required": ["color"]
        }
    "##);
}

#[test]
fn a_recursive_type_is_a_loss_where_it_cannot_be_said() {
    whole!({
        "type": "object",
        "properties": { "tree": { "$ref": "#/$defs/Tree" } },
        "required": ["tree"],
        "additionalProperties": false,
        "$defs": { "Tree": {
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } } },
            "required": ["children"],
            "additionalProperties": false
        } }
    }, @r##"
        OpenAI:
        {
          "type": "object",
          "properties": { "tree": { "$ref": "#/$defs/Tree" } },
          "required": ["tree"],
          "additionalProperties": false,
          "$defs": {
            "Tree": {
              "type": "object",
              "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/Tree" } } },
              "required": ["children"],
              "additionalProperties": false
            }
          }
        }
        Anthropic:
        loss at /$defs/Tree/properties/children: it is recursive, which Anthropic does not take
        Gemini:
        loss at /$defs/Tree/properties/children: it is recursive, which Gemini does not take
    "##);
}

#[test]
fn names_of_definitions_that_need_escaping_are_replaced() {
    whole!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Box%3CInt%3E" }, "b": { "$ref": "#/$defs/a~1b~0" }, "c": { "$ref": "#/$defs/Box<Int>" }, "d": { "$ref": "#/$defs/Box_Int_" } },
        "required": ["a", "b", "c", "d"],
        "additionalProperties": false,
        "$defs": { "a/b~": { "type": "string" }, "Box<Int>": { "type": "integer" }, "Box_Int_": { "type": "null" }, "unused": {} }
    }, @r##"
        OpenAI, Anthropic:
        {
          "type": "object",
          "properties": {
            "a": { "$ref": "#/$defs/Box_Int__2" },
            "b": { "$ref": "#/$defs/a_b_" },
            "c": { "$ref": "#/$defs/Box_Int__2" },
            "d": { "$ref": "#/$defs/Box_Int_" }
          },
          "required": ["a", "b", "c", "d"],
          "additionalProperties": false,
          "$defs": { "a_b_": { "type": "string" }, "Box_Int__2": { "type": "integer" }, "Box_Int_": { "type": "null" } }
        }
        Gemini:
        {
          "type": "object",
          "properties": {
            "a": { "type": "integer" },
            "b": { "type": "string" },
            "c": { "type": "integer" },
            "d": { "type": "object", "nullable": true, "description": "Always null." }
          },
          "required": ["a", "b", "c", "d"]
        }
    "##);
}
