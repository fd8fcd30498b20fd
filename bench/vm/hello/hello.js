print("hello");
