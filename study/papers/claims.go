package papers

// Sizes of instances that claims are about.
var (
	fromPCB442 = sizes{442, 0}
	fromRAT783 = sizes{783, 0}
	fromPR2392 = sizes{2392, 0}
	onlyD2103  = sizes{2103, 2103}
	smallest   = sizes{198, 280}
)

// claims lists the headlines of the papers.
var claims = []claim{
	{
		"zhou2017", "KE-ALL is faster than KE-ONE up to 1577 cities", "appendix C.3",
		faster{table: "zhou2017-figurec1", faster: "zhou2017-ke-all", slower: []string{"zhou2017-ke-one"}, of: sizes{0, 1577}},
		"",
	},
	{
		"zhou2017", "a list of unvisited cities (STC) accelerates ST-GROUP from pcb442 on", "appendix C.4",
		faster{table: "zhou2017-figure1", faster: "zhou2017-group-stc", slower: []string{"zhou2017-group"}, of: fromPCB442},
		"the listed cities are anywhere in the row, so each read takes a memory sector; a scan reads whole cache lines",
	},
	{
		"zhou2017", "scanning only the chosen tile (TR) accelerates ST-GROUP-STC from pcb442 on", "appendix C.4",
		faster{
			table: "zhou2017-figure1", faster: "zhou2017-group-stc-tr", slower: []string{"zhou2017-group-stc"},
			of: fromPCB442,
		}, "",
	},
	{
		"zhou2017", "ST-DYNAMIC is the fastest strategy on large instances", "appendix C.4",
		faster{
			table: "zhou2017-figure1", faster: "zhou2017-dynamic",
			slower: []string{"zhou2017-group", "zhou2017-group-stc", "zhou2017-group-stc-tr"}, of: fromPR2392,
		},
		"its work-groups of up to 1024 invocations were fast on the paper's card; a list goes through device memory at each step",
	},
	{
		"zhou2017", "KE-ALL is up to 47.2 times as fast as ACOTSP", "appendix C.3",
		speedups{table: "zhou2017-c1", rows: []string{"zhou2017-ke-all"}, base: zhouBase, best: 47.2}, "",
	},
	{
		"zhou2017", "ST-DYNAMIC is up to 44.7 times as fast as ACOTSP on large instances", "appendix C.4",
		speedups{
			table: "zhou2017-figure1", rows: []string{"zhou2017-dynamic"}, base: zhouBase, of: fromPR2392, best: 44.7,
		}, "",
	},
	{
		"zhou2017", "KE-ALL is 2.0 to 3.65 times as fast as the data-parallel system of Cecilia et al.", "table C4",
		faster{
			table: "zhou2017-c4", faster: "zhou2017-ke-all",
			slower: []string{"cecilia2013-data", "cecilia2013-iroulette"}, least: 2,
		}, "",
	},
	{
		"zhou2017", "KE-ALL is faster than the hybrid of Uchida et al.", "table C5",
		faster{table: "zhou2017-c5", faster: "zhou2017-ke-all", slower: []string{"uchida2014-hybrid"}},
		"trials read few weights; a scan reads whole rows, and those of large instances exceed the cache",
	},
	{
		"zhou2017", "mean lengths are within 0.4% of ACOTSP's", "table C6", several{
			quality{
				table: "zhou2017-c6", row: "zhou2017-ke-all", figure: Figure{"zhou2017-c6", "cpu"}, within: 0.4,
			},
			quality{
				table: "zhou2017-c6", row: "zhou2017-dynamic", figure: Figure{"zhou2017-c6", "cpu"}, within: 0.4,
			},
		}, "",
	},

	{
		"cecilia2013", "I-Roulette is faster than the roulette wheel", "section 5.1.3",
		faster{table: "cecilia2013-figure7", faster: "cecilia2013-iroulette", slower: []string{"cecilia2013-data"}}, "",
	},
	{
		"cecilia2013", "data parallelism is faster than task parallelism", "section 5.1.4",
		faster{table: "cecilia2013-figure7", faster: "cecilia2013-data", slower: []string{"cecilia2013-task"}}, "",
	},
	{
		"cecilia2013", "the construction is up to 21 times as fast as ACOTSP", "section 5.1.4",
		speedups{
			table: "cecilia2013-figure7", rows: []string{"cecilia2013-data", "cecilia2013-iroulette"},
			base: ceciliaBase, best: 21,
		}, "",
	},
	{
		"cecilia2013", "task parallelism is at most 4.25 times as fast as ACOTSP", "section 5.1.4",
		speedups{table: "cecilia2013-figure7", rows: []string{"cecilia2013-task"}, base: ceciliaBase, below: 4.26}, whyNewer,
	},
	{
		"cecilia2013", "128 worker ants for each queen are the fastest", "section 5.1.2, table 3",
		faster{table: "cecilia2013-3", faster: "128 worker ants", slower: otherWorkers(), least: tie}, "",
	},
	{
		"cecilia2013", "atomic additions are the fastest update", "table 4", several{
			faster{table: "cecilia2013-4", faster: "1 atomic-tiled", slower: otherUpdates},
			faster{table: "cecilia2013-4", faster: "2 atomic", slower: otherUpdates},
		}, "",
	},
	{
		"cecilia2013", "tiling saves 2 to 40% of the atomic update", "table 4",
		faster{table: "cecilia2013-4", faster: "1 atomic-tiled", slower: []string{"2 atomic"}, least: 1.02}, "",
	},
	{
		"cecilia2013", "reduction is faster than tiled gathering, which is faster than gathering", "table 4", several{
			faster{table: "cecilia2013-4", faster: "3 reduction", slower: []string{"4 gather-tiled"}},
			faster{table: "cecilia2013-4", faster: "4 gather-tiled", slower: []string{"5 gather"}},
		}, "",
	},
	{
		"cecilia2013", "the update is up to 20 times as fast as ACOTSP", "section 5.2.2",
		speedups{table: "cecilia2013-4", rows: []string{"1 atomic-tiled", "2 atomic"}, base: ceciliaBase, best: 20}, "",
	},
	{
		"cecilia2013", "I-Roulette's tours are as short as the sequential rule's, or shorter", "section 5.3",
		quality{
			table: "cecilia2013-figure9", row: "cecilia2013-iroulette", other: "zhou2017-ke-all", within: 2, orShorter: true,
		}, "",
	},
	{
		"cecilia2013", "the tours of queen and workers are as short as the sequential rule's, or shorter", "section 5.3",
		quality{
			table: "cecilia2013-figure9", row: "cecilia2013-data", other: "zhou2017-ke-all", within: 2, orShorter: true,
		}, "",
	},

	{
		"uchida2014", "the hybrid is the fastest selection", "section 5.1, table 1",
		faster{
			table: "uchida2014-1", faster: "uchida2014-hybrid",
			slower: []string{"uchida2014-trial", "uchida2014-compression", "uchida2014-no-compression"},
		}, whyTrials,
	},
	{
		"uchida2014", "trials are faster than a scan of all cities", "section 5.1, table 1",
		faster{table: "uchida2014-1", faster: "uchida2014-trial", slower: []string{"uchida2014-no-compression"}}, whyTrials,
	},
	{
		"uchida2014", "compression is slower than a scan of all cities", "section 5.1, table 1",
		faster{table: "uchida2014-1", faster: "uchida2014-no-compression", slower: []string{"uchida2014-compression"}}, "",
	},
	{
		"uchida2014", "the first trial decides about half of the choices", "section 5.1, figure 11",
		trialsWithin{"uchida2014-figure11", 1, 40, 60}, "",
	},
	{
		"uchida2014", "32 trials decide about 90% of the choices", "section 5.1, figure 11",
		trialsWithin{"uchida2014-figure11", 32, 85, 95}, "",
	},
	{
		"uchida2014", "the hybrid is fastest if trials end when 85% of the cities are visited", "section 5.1, figure 12",
		faster{table: "uchida2014-figure12", faster: switchLabel(bestSwitch), slower: otherSwitches(), least: tie}, "",
	},
	{
		"uchida2014", "the update is up to 65.8 times as fast as on the processor", "section 5.2, table 2",
		speedups{
			table: "uchida2014-2", rows: []string{"uchida2014-hybrid"},
			base: Base{uchidaBase.Table, uchidaBase.Row, Figure{"uchida2014-2", "cpu"}}, best: 65.83,
		}, "",
	},
	{
		"uchida2014", "the hybrid is up to 22.11 times as fast as on the processor", "abstract, table 3",
		speedups{table: "uchida2014-3", rows: []string{"uchida2014-hybrid"}, base: uchidaBase, best: 22.11}, "",
	},
	{
		"uchida2014", "lengths are within 2.5% of the sequential program's", "table 4",
		quality{table: "uchida2014-4", row: "uchida2014-hybrid", figure: Figure{"uchida2014-4", "cpu"}, within: 2.5},
		"the paper's lengths are of an unknown number of runs, and its tours of d198 are shorter than ACOTSP's too",
	},

	{
		"delevacq2013", "a block for each ant is faster than a thread", "section 5.1, figure 7",
		faster{
			table: "delevacq2013-figure7", faster: "delevacq2013-ant-block-global",
			slower: []string{"delevacq2013-ant-thread"},
		}, "",
	},
	{
		"delevacq2013", "shared memory is faster than global memory", "section 5.1, figure 7",
		faster{
			table: "delevacq2013-figure7", faster: "delevacq2013-ant-block-shared",
			slower: []string{"delevacq2013-ant-block-global"},
		}, "",
	},
	{
		"delevacq2013", "MMAS is up to 19.47 times as fast as the sequential program, with shared memory",
		"section 5.1, figure 7",
		speedups{
			table: "delevacq2013-figure7", rows: []string{"delevacq2013-ant-block-shared"}, base: delevacqBase, best: 19.47,
		}, "",
	},
	{
		"delevacq2013", "a thread for each ant is at most 5.84 times as fast as the sequential program",
		"section 5.1, figure 7",
		speedups{
			table: "delevacq2013-figure7", rows: []string{"delevacq2013-ant-thread"}, base: delevacqBase, below: 5.85,
		}, whyNewer,
	},
	{
		"delevacq2013", "with 3-opt, a thread for each ant is slower than the sequential program",
		"section 5.2, figure 8 and table 4", several{
			speedups{
				table: "delevacq2013-figure8", rows: []string{"delevacq2013-ant-thread-3opt"}, base: searchBase, below: 1,
			},
			speedups{
				table: "delevacq2013-4", rows: []string{"A ant-thread", "B ant-thread", "C ant-thread"},
				base: colonyBase, below: 1,
			},
		}, whyNewer,
	},
	{
		"delevacq2013", "with 3-opt and 28 ants, shared memory is the fastest and threads are the slowest",
		"section 5.2, figure 8", several{
			faster{
				table: "delevacq2013-figure8", faster: "delevacq2013-ant-block-shared-3opt",
				slower: []string{"delevacq2013-ant-block-global-3opt"},
			},
			faster{
				table: "delevacq2013-figure8", faster: "delevacq2013-ant-block-global-3opt",
				slower: []string{"delevacq2013-ant-thread-3opt"},
			},
		}, "",
	},
	{
		"delevacq2013", "with 3-opt, a block for each ant is up to 12.48 times as fast as the sequential program",
		"section 5.2, table 4",
		speedups{
			table: "delevacq2013-4", rows: []string{"A ant-block-shared", "B ant-block-shared", "C ant-block-shared"},
			base: colonyBase, best: 12.48,
		}, "",
	},
	{
		"delevacq2013", "with many ants, global memory is faster than shared memory at d2103", "section 5.2, table 4",
		several{
			faster{
				table: "delevacq2013-4", faster: "B ant-block-global", slower: []string{"B ant-block-shared"},
				of: onlyD2103,
			},
			faster{
				table: "delevacq2013-4", faster: "C ant-block-global", slower: []string{"C ant-block-shared"},
				of: onlyD2103,
			},
		}, "",
	},
	{
		"delevacq2013", "more ants and fewer iterations give longer tours at d2103", "section 5.2, table 4",
		quality{
			table: "delevacq2013-4", row: "A ant-block-global", other: "C ant-block-global", of: onlyD2103, shorter: true,
		}, "",
	},
	{
		"delevacq2013", "up to ten colonies in blocks are slower than the sequential program", "section 5.3, table 5",
		speedups{
			table: "delevacq2013-5", rows: []string{"colonies 1", "colonies 2", "colonies 4", "colonies 10"},
			base: colonyBase, below: 1,
		}, whyNewer,
	},
	{
		"delevacq2013", "256 colonies in blocks are up to 1.77 times as fast as the sequential program",
		"section 5.3, table 5",
		speedups{table: "delevacq2013-5", rows: []string{"colonies 256"}, base: colonyBase, best: 1.77}, "",
	},
	{
		"delevacq2013", "two colonies on two devices are about twice as fast as one colony on one (1.69 to 1.97 times)",
		"section 5.3, table 6",
		faster{
			table: "delevacq2013-6", faster: "colonies 2, two devices", slower: []string{"colonies 1"}, least: 1.68,
		}, "two devices have the time on the host's clock, one device the time on its own",
	},
	{
		"delevacq2013", "two colonies on two devices are up to 23.60 times as fast as the sequential program",
		"abstract, section 5.3, table 6",
		speedups{
			table: "delevacq2013-6", rows: []string{"colonies 2, two devices"}, base: colonyBase, best: 23.6,
		}, "",
	},
	{
		"delevacq2013", "with shared memory, MMAS has the lengths of the sequential program within 1%",
		"section 5.1, table 1",
		quality{
			table: "delevacq2013-1", row: "delevacq2013-ant-block-shared",
			figure: Figure{"delevacq2013-1", "sequential mean"}, within: 1,
		}, "the paper gives neither the lower trail limit nor how often the best tour is reinforced",
	},
	{
		"delevacq2013", "with shared memory and 3-opt, MMAS has the lengths of the sequential program within 0.2%",
		"section 5.2, table 2",
		quality{
			table: "delevacq2013-2", row: "delevacq2013-ant-block-shared-3opt",
			figure: Figure{"delevacq2013-2", "sequential mean"}, within: 0.2,
		}, "",
	},

	// Speeds of systems are judged with as many ants at once as the device has room for, as in the
	// paper. Periods and numbers of ants are compared with 128 ants at once.
	{
		"skinderowicz2016", "ACS-GPU-Alt is faster than ACS-GPU", "section 4.1, table 3",
		faster{
			table: "skinderowicz2016-3", faster: atOnceLabel("skinderowicz2016-acs-gpu-alt"),
			slower: []string{"skinderowicz2016-acs-gpu"},
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-Alt is up to 17.4 times as fast as ACOTSP", "section 4.1, table 3",
		speedups{
			table: "skinderowicz2016-3", rows: []string{atOnceLabel("skinderowicz2016-acs-gpu-alt")}, base: skinderowiczBase, best: 17.4,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU is up to 6.4 times as fast as ACOTSP", "section 4.1, table 3",
		speedups{
			table: "skinderowicz2016-3", rows: []string{"skinderowicz2016-acs-gpu"}, base: skinderowiczBase, best: 6.4,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-Alt* is up to 24.29 times as fast as ACOTSP", "abstract, figure 10",
		speedups{
			table: "skinderowicz2016-figure10", rows: []string{atOnceLabel("skinderowicz2016-acs-gpu-alt-star")},
			base: skinderowiczBase, best: 24.29,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-SPM* is up to 16.85 times as fast as ACOTSP", "abstract, figure 10",
		speedups{
			table: "skinderowicz2016-figure10", rows: []string{atOnceLabel("skinderowicz2016-acs-gpu-spm-star")},
			base: skinderowiczBase, best: 16.85,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-SPM is slower than ACS-GPU-Alt, at every period", "section 4.4, figure 8", slowerSelective(), "",
	},
	{
		"skinderowicz2016", "the longer the period of the local update, the shorter the time", "section 4.2, table 4",
		several{
			faster{table: "skinderowicz2016-4", faster: "period 2", slower: []string{"period 1"}, least: tie},
			faster{table: "skinderowicz2016-4", faster: "period 4", slower: []string{"period 2"}, least: tie},
			faster{table: "skinderowicz2016-4", faster: "period 8", slower: []string{"period 4"}, least: tie},
			faster{table: "skinderowicz2016-4", faster: "period 16", slower: []string{"period 8"}, least: tie},
		}, "",
	},
	{
		"skinderowicz2016", "longer periods give shorter tours at nrw1379 and pr2392", "section 4.2, table 5",
		longerPeriods(sizes{1379, 0}, true), "",
	},
	{
		"skinderowicz2016", "longer periods give longer tours at d198 and a280", "section 4.2, table 5",
		longerPeriods(smallest, false), "",
	},
	{
		"skinderowicz2016", "256 ants are faster than as many ants as cities", "section 4.3, table 7",
		faster{table: "skinderowicz2016-7", faster: "256 ants", slower: []string{"n ants"}}, "",
	},
	{
		"skinderowicz2016", "256 ants make shorter tours than as many ants as cities", "section 4.3, table 7",
		quality{table: "skinderowicz2016-7", row: "256 ants", other: "n ants", shorter: true}, "",
	},
	{
		"skinderowicz2016", "the tours of ACS-GPU are about as long as ACOTSP's, except at a280 (here: the shortest within 3%)",
		"section 4.1, figure 7",
		quality{
			table: "skinderowicz2016-figure7", row: "skinderowicz2016-acs-gpu",
			figure: Figure{"skinderowicz2016-6", "acs-seq least"}, within: 3, least: true,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-Alt makes shorter tours than ACS-GPU from rat783 on", "section 4.1, figure 7",
		quality{
			table: "skinderowicz2016-figure7", row: "skinderowicz2016-acs-gpu-alt", other: "skinderowicz2016-acs-gpu",
			of: fromRAT783, shorter: true,
		}, "",
	},
	{
		"skinderowicz2016", "the shortest tours of ACS-GPU-Alt are shorter than ACOTSP's from rat783 on",
		"section 4.2, table 6",
		quality{
			table: "skinderowicz2016-6", row: "period 4", figure: Figure{"skinderowicz2016-6", "acs-seq least"},
			of: fromRAT783, shorter: true, least: true,
		}, "",
	},
	{
		"skinderowicz2016", "ACS-GPU-SPM makes shorter tours than ACS-GPU-Alt with 256 ants, at every period",
		"section 4.4, figure 9", selectiveMemory(), "",
	},
	{
		"skinderowicz2016", "in equal time ACS-GPU-SPM* makes shorter tours than ACS-GPU-Alt*, except at lin318",
		"section 4.4, table 9", several{inEqualTime(sizes{to: 300}), inEqualTime(sizes{from: 400})}, "",
	},
}

// inEqualTime is the claim that ACS-GPU-SPM* makes shorter tours than ACS-GPU-Alt* in equal time.
func inEqualTime(of sizes) quality {
	return quality{
		table: "skinderowicz2016-9", row: "skinderowicz2016-acs-gpu-spm-star",
		other: "skinderowicz2016-acs-gpu-alt-star", of: of, shorter: true,
	}
}

// slowerSelective is the claim that ACS-GPU-SPM is slower than ACS-GPU-Alt.
func slowerSelective() (all several) {
	for _, ants := range []int{128, 256} {
		for _, period := range periods {
			all = append(all, faster{
				table: "skinderowicz2016-figure8", faster: memoryLabel("Alt", ants, period),
				slower: []string{memoryLabel("SPM", ants, period)},
			})
		}
	}
	return all
}

// tie is the least ratio of times that are taken as equal.
const tie = 0.98

const whyNewer = "a device of today runs more threads at once, and each faster, than the paper's"

const whyTrials = "trials run one after the other, and each is a chain of dependent reads; a cache that holds the matrix makes a scan fast"

var otherUpdates = []string{"3 reduction", "4 gather-tiled", "5 gather"}

// otherWorkers returns the rows of the numbers of worker ants that are not the paper's choice.
func otherWorkers() []string {
	var labels []string
	for _, v := range workerVariants() {
		if v.AntGroup != 128 {
			labels = append(labels, v.Label())
		}
	}
	return labels
}

// otherSwitches returns the rows of the hybrid that are not the paper's choice.
func otherSwitches() []string {
	var labels []string
	for _, v := range switchVariants() {
		if v.Switch != bestSwitch {
			labels = append(labels, v.Label())
		}
	}
	return labels
}

// longerPeriods is the claim that all periods above 1 give shorter, or longer, tours than 1.
func longerPeriods(of sizes, shorter bool) several {
	var list several
	for _, v := range periodVariants(Variant{})[1:] {
		c := quality{table: "skinderowicz2016-5", row: v.Label(), other: "period 1", of: of, shorter: true}
		if !shorter {
			c.row, c.other = c.other, c.row
		}
		list = append(list, c)
	}
	return list
}

// selectiveMemory is the claim that SPM is better than Alt with 256 ants at every period.
func selectiveMemory() several {
	var list several
	for _, period := range periods {
		list = append(list, quality{
			table: "skinderowicz2016-figure8", row: memoryLabel("SPM", 256, period), other: memoryLabel("Alt", 256, period),
			shorter: true,
		})
	}
	return list
}
