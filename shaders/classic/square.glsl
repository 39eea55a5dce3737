// Squares of a matrix, one for each work-group, and the squares on the other side of the
// diagonal. The includer has the push constants cities and pitch, and defines across_cell, which
// loads a cell of the matrix.
layout(constant_id = 1) const uint SIDE = 32;   // rows and columns of a square
layout(constant_id = 2) const uint SQUARES = 1; // squares in a row of the matrix

// The square on the other side of the diagonal. One extra column puts the words of a column into
// different banks.
const uint STRIDE = SIDE + 1;
shared uint across[SIDE * STRIDE];

// corner_of returns the first row and column of a square.
uvec2 corner_of(uint square) { return SIDE * uvec2(square / SQUARES, square % SQUARES); }

// place_in_square returns a row and a column.
uvec2 place_in_square(uint place) { return uvec2(place / SIDE, place % SIDE); }

// load_across loads the square on the other side of the diagonal. All invocations call it.
void load_across(uvec2 corner, uint lane) {
    for (uint place = lane; place < SIDE * SIDE; place += GROUP_SIZE) {
        uvec2 at = place_in_square(place), cell = corner.yx + at;
        if (max(cell.x, cell.y) < cities) {
            across[at.x * STRIDE + at.y] = across_cell(cell.x * pitch + cell.y);
        }
    }
    barrier();
}

// transposed returns the cell across a row and a column of the square.
uint transposed(uvec2 at) { return across[at.y * STRIDE + at.x]; }
