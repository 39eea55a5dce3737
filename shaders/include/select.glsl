// select returns one of two values without a branch. The compiler makes a branch of ?: unless both operands are simple. SwiftShader's time to
// compile a loop doubles with each such branch in a row. Both values are computed whatever the condition is, so both
// must be free of errors: no index of a shared array may be beyond its end.
uint select(bool condition, uint yes, uint no) { return mix(no, yes, condition); }

int select(bool condition, int yes, int no) { return mix(no, yes, condition); }

bool select(bool condition, bool yes, bool no) { return mix(no, yes, condition); }

uvec2 select(bool condition, uvec2 yes, uvec2 no) { return mix(no, yes, bvec2(condition)); }
