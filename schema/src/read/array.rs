//! Lists: those of any length, and tuples.

use serde_json::{Map, Value};

use super::{Reader, Spot, free_form};
use crate::Loss;
use crate::keyword::limits;
use crate::shape::{Kind, Limits, Shape};

impl<'a> Reader<'a> {
    pub(super) fn array(&mut self, schema: &'a Map<String, Value>, spot: &Spot) -> Result<Shape, Loss> {
        let limits = limits(schema, Kind::Array, &spot.place)?;
        match (schema.get("prefixItems"), schema.get("items")) {
            (Some(prefix), items) => self.tuple(prefix, items, limits, spot),
            (None, Some(Value::Array(_))) => Err(spot.place.loss("`items` is a list; say `prefixItems`")),
            (None, Some(items)) => {
                let items = Box::new(self.node(items, spot.part(spot.place.at("items")))?);
                Ok(Shape::Array { items, limits })
            }
            (None, None) => Err(free_form(&spot.place.at("items"))),
        }
    }

    fn tuple(&mut self, prefix: &'a Value, rest: Option<&Value>, limits: Limits, spot: &Spot) -> Result<Shape, Loss> {
        let Some(prefix) = prefix.as_array().filter(|it| !it.is_empty()) else {
            return Err(spot.place.loss("`prefixItems` is no list of schemas"));
        };
        let length = |keyword: &str| {
            let limit = limits.iter().find(|it| it.0 == keyword).and_then(|it| it.1.as_f64());
            limit.is_some_and(|it| it == prefix.len() as f64)
        };
        if !length("minItems") || !(rest == Some(&Value::Bool(false)) || length("maxItems")) {
            return Err(spot.place.loss("it has `prefixItems`, but no fixed length"));
        }
        let place = spot.place.at("prefixItems");
        let items = prefix.iter().enumerate().map(|(i, it)| self.node(it, spot.part(place.at(i))));
        let items = items.collect::<Result<_, _>>()?;
        Ok(Shape::Tuple { items, limits: limits.into_iter().filter(|it| it.0 == "uniqueItems").collect() })
    }
}
