package cite

// Works are the publications whose methods the program has, by year.
var Works = []Work{
	{
		Key: "croes1958", Kind: Article, Authors: []Person{{"G. A.", "Croes"}},
		Title: "A Method for Solving Traveling-Salesman Problems",
		In:    "Operations Research", Year: 1958, Volume: "6", Number: "6", Pages: "791-812", DOI: "10.1287/opre.6.6.791",
	},
	{
		Key: "lin1965", Kind: Article, Authors: []Person{{"Shen", "Lin"}},
		Title: "Computer Solutions of the Traveling Salesman Problem",
		In:    "Bell System Technical Journal", Year: 1965, Volume: "44", Number: "10", Pages: "2245-2269",
		DOI: "10.1002/j.1538-7305.1965.tb04146.x",
	},
	{
		Key: "held1971", Kind: Article, Authors: []Person{{"Michael", "Held"}, {"Richard M.", "Karp"}},
		Title: "The Traveling-Salesman Problem and Minimum Spanning Trees: Part II",
		In:    "Mathematical Programming", Year: 1971, Volume: "1", Pages: "6-25", DOI: "10.1007/BF01584070",
	},
	{
		Key: "lin1973", Kind: Article, Authors: []Person{{"Shen", "Lin"}, {"Brian W.", "Kernighan"}},
		Title: "An Effective Heuristic Algorithm for the Traveling-Salesman Problem",
		In:    "Operations Research", Year: 1973, Volume: "21", Number: "2", Pages: "498-516", DOI: "10.1287/opre.21.2.498",
	},
	{
		Key: "or1976", Kind: Thesis, Authors: []Person{{"Ilhan", "Or"}},
		Title: "Traveling Salesman-Type Combinatorial Problems and Their Relation to the Logistics of Regional Blood Banking",
		In:    "Northwestern University", Year: 1976,
	},
	{
		Key: "kirkpatrick1983", Kind: Article,
		Authors: []Person{{"Scott", "Kirkpatrick"}, {"C. Daniel", "Gelatt"}, {"Mario P.", "Vecchi"}},
		Title:   "Optimization by Simulated Annealing",
		In:      "Science", Year: 1983, Volume: "220", Number: "4598", Pages: "671-680", DOI: "10.1126/science.220.4598.671",
	},
	{
		Key: "martin1991", Kind: Article,
		Authors: []Person{{"Olivier", "Martin"}, {"Steve W.", "Otto"}, {"Edward W.", "Felten"}},
		Title:   "Large-Step Markov Chains for the Traveling Salesman Problem",
		In:      "Complex Systems", Year: 1991, Volume: "5", Number: "3", Pages: "299-326",
	},
	{
		Key: "dorigo1996", Kind: Article,
		Authors: []Person{{"Marco", "Dorigo"}, {"Vittorio", "Maniezzo"}, {"Alberto", "Colorni"}},
		Title:   "Ant System: Optimization by a Colony of Cooperating Agents",
		In:      "IEEE Transactions on Systems, Man, and Cybernetics, Part B", Year: 1996, Volume: "26", Number: "1", Pages: "29-41",
		DOI: "10.1109/3477.484436",
	},
	{
		Key: "dorigo1997", Kind: Article, Authors: []Person{{"Marco", "Dorigo"}, {"Luca Maria", "Gambardella"}},
		Title: "Ant Colony System: A Cooperative Learning Approach to the Traveling Salesman Problem",
		In:    "IEEE Transactions on Evolutionary Computation", Year: 1997, Volume: "1", Number: "1", Pages: "53-66",
		DOI: "10.1109/4235.585892",
	},
	{
		Key: "bullnheimer1999", Kind: Article,
		Authors: []Person{{"Bernd", "Bullnheimer"}, {"Richard F.", "Hartl"}, {"Christine", "Strauss"}},
		Title:   "A New Rank Based Version of the Ant System: A Computational Study",
		In:      "Central European Journal for Operations Research and Economics", Year: 1999, Volume: "7", Number: "1", Pages: "25-38",
	},
	{
		Key: "cordon2000", Kind: InBook,
		Authors: []Person{{"Oscar", "Cordón"}, {"Iñaki", "Fernández de Viana"}, {"Francisco", "Herrera"}, {"Llanos", "Moreno"}},
		Title:   "A New ACO Model Integrating Evolutionary Computation Concepts: The Best-Worst Ant System",
		In:      "Abstract Proceedings of ANTS 2000", Year: 2000, Pages: "22-29",
	},
	{
		Key: "helsgaun2000", Kind: Article, Authors: []Person{{"Keld", "Helsgaun"}},
		Title: "An Effective Implementation of the Lin-Kernighan Traveling Salesman Heuristic",
		In:    "European Journal of Operational Research", Year: 2000, Volume: "126", Number: "1", Pages: "106-130",
		DOI: "10.1016/S0377-2217(99)00284-2",
	},
	{
		Key: "stuetzle2000", Kind: Article, Authors: []Person{{"Thomas", "Stützle"}, {"Holger H.", "Hoos"}},
		Title: "MAX-MIN Ant System",
		In:    "Future Generation Computer Systems", Year: 2000, Volume: "16", Number: "8", Pages: "889-914",
		DOI: "10.1016/S0167-739X(00)00043-1",
	},
	{
		Key: "applegate2003", Kind: Article,
		Authors: []Person{{"David", "Applegate"}, {"William", "Cook"}, {"André", "Rohe"}},
		Title:   "Chained Lin-Kernighan for Large Traveling Salesman Problems",
		In:      "INFORMS Journal on Computing", Year: 2003, Volume: "15", Number: "1", Pages: "82-92",
		DOI: "10.1287/ijoc.15.1.82.15157",
	},
	{
		Key: "cook2003", Kind: Article, Authors: []Person{{"William", "Cook"}, {"Paul", "Seymour"}},
		Title: "Tour Merging via Branch-Decomposition",
		In:    "INFORMS Journal on Computing", Year: 2003, Volume: "15", Number: "3", Pages: "233-248",
		DOI: "10.1287/ijoc.15.3.233.16078",
	},
	{
		Key: "whitley2009", Kind: InBook,
		Authors: []Person{{"Darrell", "Whitley"}, {"Doug", "Hains"}, {"Adele", "Howe"}},
		Title:   "Tunneling between Optima: Partition Crossover for the Traveling Salesman Problem",
		In:      "Proceedings of the 11th Annual Conference on Genetic and Evolutionary Computation (GECCO 2009)", Year: 2009,
		Pages: "915-922", DOI: "10.1145/1569901.1570026",
	},
	{
		Key: "salmon2011", Kind: InBook,
		Authors: []Person{{"John K.", "Salmon"}, {"Mark A.", "Moraes"}, {"Ron O.", "Dror"}, {"David E.", "Shaw"}},
		Title:   "Parallel Random Numbers: As Easy as 1, 2, 3",
		In:      "Proceedings of the International Conference for High Performance Computing, Networking, Storage and Analysis (SC 2011)",
		Year:    2011, Pages: "16:1-16:12", DOI: "10.1145/2063384.2063405",
	},
	{
		Key: "cecilia2013", Kind: Article,
		Authors: []Person{{"José M.", "Cecilia"}, {"José M.", "García"}, {"Andy", "Nisbet"}, {"Martyn", "Amos"}, {"Manuel", "Ujaldón"}},
		Title:   "Enhancing Data Parallelism for Ant Colony Optimization on GPUs",
		In:      "Journal of Parallel and Distributed Computing", Year: 2013, Volume: "73", Number: "1", Pages: "42-51",
		DOI: "10.1016/j.jpdc.2012.01.002",
	},
	{
		Key: "delevacq2013", Kind: Article,
		Authors: []Person{{"Audrey", "Delévacq"}, {"Pierre", "Delisle"}, {"Marc", "Gravel"}, {"Michaël", "Krajecki"}},
		Title:   "Parallel Ant Colony Optimization on Graphics Processing Units",
		In:      "Journal of Parallel and Distributed Computing", Year: 2013, Volume: "73", Number: "1", Pages: "52-61",
		DOI: "10.1016/j.jpdc.2012.01.003",
	},
	{
		Key: "nagata2013", Kind: Article, Authors: []Person{{"Yuichi", "Nagata"}, {"Shigenobu", "Kobayashi"}},
		Title: "A Powerful Genetic Algorithm Using Edge Assembly Crossover for the Traveling Salesman Problem",
		In:    "INFORMS Journal on Computing", Year: 2013, Volume: "25", Number: "2", Pages: "346-363", DOI: "10.1287/ijoc.1120.0506",
	},
	{
		Key: "uchida2014", Kind: Article, Authors: []Person{{"Akihiro", "Uchida"}, {"Yasuaki", "Ito"}, {"Koji", "Nakano"}},
		Title: "Accelerating Ant Colony Optimisation for the Travelling Salesman Problem on the GPU",
		In:    "International Journal of Parallel, Emergent and Distributed Systems", Year: 2014, Volume: "29", Number: "4", Pages: "401-420",
		DOI: "10.1080/17445760.2013.842568",
	},
	{
		Key: "skinderowicz2016", Kind: Article, Authors: []Person{{"Rafał", "Skinderowicz"}},
		Title: "The GPU-Based Parallel Ant Colony System",
		In:    "Journal of Parallel and Distributed Computing", Year: 2016, Volume: "98", Pages: "48-60",
		DOI: "10.1016/j.jpdc.2016.04.014",
	},
	{
		Key: "zhou2017", Kind: Article, Authors: []Person{{"Yi", "Zhou"}, {"Fazhi", "He"}, {"Yimin", "Qiu"}},
		Title: "Dynamic Strategy Based Parallel Ant Colony Optimization on GPUs for TSPs",
		In:    "Science China Information Sciences", Year: 2017, Volume: "60",
	},
	{
		Key: "tinos2020", Kind: Article, Authors: []Person{{"Renato", "Tinós"}, {"Darrell", "Whitley"}, {"Gabriela", "Ochoa"}},
		Title: "A New Generalized Partition Crossover for the Traveling Salesman Problem: Tunneling between Local Optima",
		In:    "Evolutionary Computation", Year: 2020, Volume: "28", Number: "2", Pages: "255-288",
	},
	{
		Key: "skinderowicz2022", Kind: Article, Authors: []Person{{"Rafał", "Skinderowicz"}},
		Title: "Improving Ant Colony Optimization Efficiency for Solving Large TSP Instances",
		In:    "Applied Soft Computing", Year: 2022, Volume: "120", Pages: "108653", DOI: "10.1016/j.asoc.2022.108653",
	},
}
