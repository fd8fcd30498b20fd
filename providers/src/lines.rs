//! JSON values on lines of their own: bytes in, cut anywhere, values out.
