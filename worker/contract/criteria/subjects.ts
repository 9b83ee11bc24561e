import { foldedWords } from "#worker/contract/text/fold-text";

/** Subjects of examinations, each with the other names that offices and forms use for it. */
const names: Record<string, readonly string[]> = {
	"English Language": ["english", "use of english", "eng", "english lang", "uoe", "eng lang"],
	Mathematics: ["maths", "math", "general mathematics", "general maths", "mth", "core mathematics", "core maths"],
	"Further Mathematics": ["further maths", "further math", "f maths", "additional mathematics", "additional maths"],
	Physics: ["phy"],
	Chemistry: ["chem", "chm"],
	Biology: ["bio"],
	Economics: ["econs", "econ", "eco"],
	Geography: ["geo", "geog"],
	Government: ["govt", "gov"],
	"Literature in English": ["literature", "lit in english", "literature in eng", "english literature", "lit"],
	"Agricultural Science": ["agric", "agriculture", "agric science", "agricultural sciences"],
	Commerce: ["comm"],
	"Christian Religious Studies": [
		"crs",
		"crk",
		"christian religious knowledge",
		"christian religious study",
		"c r s",
		"c r k",
	],
	"Islamic Studies": ["irs", "irk", "islamic religious studies", "islamic religious knowledge", "islamic study"],
	"Civic Education": ["civic", "civics"],
	"Data Processing": ["data proc"],
	History: ["nigerian history"],
	"Financial Accounting": ["accounting", "accounts", "account", "accountancy", "principles of accounts"],
	"Computer Studies": ["computer science", "computer", "ict"],
	"Technical Drawing": ["td"],
	"Home Economics": ["home econs", "home management"],
	"Food and Nutrition": ["foods and nutrition", "food nutrition"],
	"Fine Arts": ["fine art", "visual art", "visual arts"],
	"Health Science": ["health education"],
	"Animal Husbandry": [],
	Marketing: [],
	French: [],
	Arabic: [],
	Hausa: [],
	Igbo: [],
	Yoruba: [],
	Music: [],
	Insurance: [],
	"Office Practice": [],
};

const fold = (name: string): string => foldedWords(name).join(" ");

const known = new Map(
	Object.entries(names).flatMap(([name, others]) => [name, ...others].map((one) => [fold(one), name] as const)),
);

/** Every name of every subject, folded, with the subject's own name. */
export const subjectNames: ReadonlyMap<string, string> = known;

/** Returns a subject's own name: 'Use of English' and 'Eng. Lang' are 'English Language'; an unknown one stays. */
export const subjectOf = (name: string): string => known.get(fold(name)) ?? name.trim();

/** Folded own names of the subjects that were met. why: a list of results names the same few a thousand times. */
const folded = new Map<string, string>();
/** why a limit: a form may let its applicants type a subject's name. */
const mostFolded = 2_000;

const foldedSubject = (name: string): string => {
	const before = folded.get(name);
	if (before !== undefined) return before;
	const own = fold(subjectOf(name));
	if (folded.size < mostFolded) folded.set(name, own);
	return own;
};

/** Checks whether two names mean the same subject. */
export const isSameSubject = (one: string, other: string): boolean => foldedSubject(one) === foldedSubject(other);
