package classic

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// gatherIterations bounds the loop iterations per invocation in one unit of a gather. A
	// processor takes about 20 milliseconds for them, a part of a submission.
	gatherIterations = 15_000
	// transposeSide is the side of the squares of a transposition (Uchida et al. 2014, section
	// 4.3.2).
	transposeSide = 32
)

// SymmetricDeposits add to both directions of an edge at once.
var SymmetricDeposits = []Deposit{DepositTriangle, DepositReduction}

// depositorPasses compute what each tour deposits with a rule.
func depositorPasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if p.Rule == "" {
		return nil, nil
	}
	return []pipeline.Pass{{
		Stage: "depositors", Shader: &shaders.Depositors, Units: uint32(p.Depositors()),
		Constants: constants(s.rowGroup, nil),
	}}, nil
}

// depositPasses add the deposits of Ant System to the pheromone.
func depositPasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if !p.Symmetric && slices.Contains(SymmetricDeposits, config.Deposit) {
		return nil, option.Errorf(
			"deposit %s: it needs a symmetric instance, because it adds to both directions of an edge at once",
			config.Deposit,
		)
	}
	switch config.Deposit {
	case DepositTriangle:
		return trianglePasses(p, s), nil
	case DepositAtomicTiled:
		return scatterPasses(p, s, &shaders.DepositTiled), nil
	case DepositReduction:
		return gatherPasses(p, s, &shaders.DepositGatherTiled, p.Cities/2)
	case DepositGatherTiled:
		return gatherPasses(p, s, &shaders.DepositGatherTiled, p.Cities)
	case DepositGather:
		return gatherPasses(p, s, &shaders.DepositGather, p.Cities)
	case DepositRows:
		return rowPasses(p, s), nil
	default:
		return scatterPasses(p, s, &shaders.Deposit), nil
	}
}

// worstPasses are what follows the deposit in Best-Worst Ant System.
func worstPasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if !p.PunishesWorst() {
		return nil, nil
	}
	return []pipeline.Pass{
		{Stage: "worst", Shader: &shaders.Worst, Units: 1, Constants: constants(s.rowGroup, map[string]uint32{
			"SYMMETRIC": flag(p.Symmetric), "SPAN": model.MutationSpan,
		})},
		{Stage: "worst", Shader: &shaders.Mutate, Units: uint32(p.Cities), Constants: constants(s.rowGroup,
			map[string]uint32{"SYMMETRIC": flag(p.Symmetric), "MUTATIONS": uint32(p.Mutations())})},
	}, nil
}

// scatterPasses add each deposit to its cell with an atomic addition. Their units are tours.
func scatterPasses(p *model.Problem, s launchConfig, shader *shaders.Shader) []pipeline.Pass {
	return []pipeline.Pass{{
		Stage: "deposit", Shader: shader, Units: uint32(p.Depositors()),
		Constants: constants(s.rowGroup, map[string]uint32{"SYMMETRIC": flag(p.Symmetric), "ONE_TRIANGLE": 0}),
	}}
}

// trianglePasses add each deposit to the cell of its edge above the diagonal of the matrix, and
// then copy these cells to the others.
func trianglePasses(p *model.Problem, s launchConfig) []pipeline.Pass {
	passes := scatterPasses(p, s, &shaders.Deposit)
	passes[0].Constants["ONE_TRIANGLE"] = 1
	return append(passes, squarePass(p, s, &shaders.DepositMirror))
}

// squarePass transposes a matrix in squares, which are its units.
func squarePass(p *model.Problem, s launchConfig, shader *shaders.Shader) pipeline.Pass {
	squares := ceilDiv(uint32(p.Cities), transposeSide)
	return pipeline.Pass{
		Stage: "deposit", Shader: shader, Units: squares * squares,
		Constants: constants(s.rowGroup, map[string]uint32{"SIDE": transposeSide, "SQUARES": squares}),
	}
}

// gatherPasses search all tours for the edge of each of the first width cells of each row. A unit
// compares a block of cells with a range of edges. Its loops have one iteration per edge and one
// more per tile of edges.
func gatherPasses(p *model.Problem, s launchConfig, shader *shaders.Shader, width int) ([]pipeline.Pass, error) {
	edgesPerUnit := gatherIterations / (s.rowGroup + 1) * s.rowGroup
	blocks := ceilDiv(uint64(p.Cities)*uint64(width), uint64(s.rowGroup))
	ranges := ceilDiv(uint64(p.Depositors())*uint64(p.Cities), uint64(edgesPerUnit))
	if blocks > math.MaxUint32/ranges {
		return nil,
			option.Errorf(
				"%d cities and %d ants: searching for every edge in every tour takes more than 2³² work-groups; use another deposit",
				p.Cities, p.Ants)
	}
	return []pipeline.Pass{{
		Stage: "deposit", Shader: shader,
		Units: uint32(blocks * ranges), MaxUnits: uint32(blocks), // no two units of a dispatch have the same cells
		Constants: constants(s.rowGroup, map[string]uint32{
			"SYMMETRIC": flag(p.Symmetric), "HALF": flag(width < p.Cities), "BLOCKS": uint32(blocks),
			"EDGES_PER_UNIT": edgesPerUnit,
		}),
	}}, nil
}

// rowPasses sum the deposits row by row, from the successors of each city in the tours (Uchida et
// al. 2014, section 4.3). On a symmetric instance they add the matrix of these sums and its
// transpose to the pheromone.
func rowPasses(p *model.Problem, s launchConfig) []pipeline.Pass {
	successors := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositSuccessors, Units: uint32(p.Depositors()),
		Constants: constants(s.rowGroup, nil),
	}
	rows := pipeline.Pass{
		Stage: "deposit", Shader: &shaders.DepositRows, Units: uint32(p.Cities),
		Constants: constants(s.rowGroup, map[string]uint32{"COLUMNS": s.columns}),
	}
	if !p.Symmetric {
		return []pipeline.Pass{successors, rows}
	}
	rows.Shader = &shaders.DepositRowsApart
	return []pipeline.Pass{successors, rows, squarePass(p, s, &shaders.DepositSymmetrize)}
}

// flag returns a bool as a specialization constant.
func flag(set bool) uint32 {
	if set {
		return 1
	}
	return 0
}
