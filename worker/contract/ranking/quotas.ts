/** The shares of a course's seats, in the order in which they are filled. */
export const quotas = ["merit", "catchment", "elds"] as const;
export type Quota = (typeof quotas)[number];

export const quotaLabels: Record<Quota, string> = {
	merit: "Merit",
	catchment: "Catchment area",
	elds: "Educationally less developed states",
};

/** In percent; together 100. */
export type Shares = Readonly<Record<Quota, number>>;

/** The usual shares of a federal university in Nigeria. */
export const usualShares: Shares = { merit: 45, catchment: 35, elds: 20 };

/** The states that are usually counted as educationally less developed, as forms name them. */
export const usualEldsStates: readonly string[] = [
	"Adamawa",
	"Bauchi",
	"Bayelsa",
	"Benue",
	"Borno",
	"Cross River",
	"Ebonyi",
	"Gombe",
	"Jigawa",
	"Kaduna",
	"Kano",
	"Katsina",
	"Kebbi",
	"Kogi",
	"Kwara",
	"Nasarawa",
	"Niger",
	"Plateau",
	"Rivers",
	"Sokoto",
	"Taraba",
	"Yobe",
	"Zamfara",
];

/** One share of a course in a ranking, as its board shows it. */
export interface CourseShare {
	seats: number;
	held: number;
	proposed: number;
	/** The lowest that is proposed, by which ties were decided; null where nobody is. */
	last: { pointsHundredths: number; utmeHundredths: number; submittedAt: number } | null;
	tiedIn: number;
	tiedOut: number;
}

/** Whether an applicant has a full score, one of which a part is not known, or a seat already. */
export type Standing = "ranked" | "cannotTell" | "holds";
