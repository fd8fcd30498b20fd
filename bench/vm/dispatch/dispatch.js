// Methods chosen by the type of a value: 1,000 figures of four types; the size in rounds.

class Shape {
  weight() {
    return this.area() * 2.0 + 1.0;
  }
}

class Circle extends Shape {
  constructor(radius) {
    super();
    this.radius = radius;
  }

  area() {
    return this.radius * this.radius * 3.0;
  }

  corners() {
    return 0;
  }
}

class Square extends Shape {
  constructor(side) {
    super();
    this.side = side;
  }

  area() {
    return this.side * this.side;
  }

  corners() {
    return 4;
  }
}

class Rect extends Shape {
  constructor(width, height) {
    super();
    this.width = width;
    this.height = height;
  }

  area() {
    return this.width * this.height;
  }

  corners() {
    return 4;
  }
}

class Triangle extends Shape {
  constructor(base, height) {
    super();
    this.base = base;
    this.height = height;
  }

  area() {
    return this.base * this.height * 0.5;
  }

  corners() {
    return 3;
  }
}

function figure(i) {
  const size = i % 10;
  switch (i * 7 % 13 % 4) {
    case 0:
      return new Circle(size);
    case 1:
      return new Square(size);
    case 2:
      return new Rect(size, 2.0);
    default:
      return new Triangle(size, 3.0);
  }
}

function main(n) {
  const figures = [];
  for (let i = 0; i < 1000; i++) {
    figures.push(figure(i));
  }
  let weight = 0.0;
  let corners = 0;
  for (let round = 0; round < n; round++) {
    for (const it of figures) {
      weight += it.weight();
      corners += it.corners();
    }
  }
  print(Math.floor(weight));
  print(corners);
}

main(Number(scriptArgs[1]));
