import * as v from "valibot";

/** What a page shows and a notice is about: a kind, and an id where there are several. Never data. */
export const topicKinds = [
	/** The applicants of an application: its list and its counts. By application. */
	"applicants",
	/** One applicant's record. By applicant. */
	"applicant",
	/** Every record of an application: more applicants have changed than a notice names. By application. */
	"records",
	/** Mails to the applicants of an application, and their delivery. By application. */
	"mails",
	"candidate-groups",
	/** One group's candidates and imports. By group. */
	"candidates",
	"views",
	"reasons",
	"users",
	/** API keys and webhooks. */
	"integrations",
	/** The institution's payments, and what is odd about them. */
	"payments",
	/** What is counted of applicants, payments and candidates: the dashboard. It is read again less often. */
	"statistics",
	/** Decisions that a second person approves. */
	"releases",
	"organisation",
	/** The records of a kind that the institution sets up. By kind: locations, courses. */
	"set-up",
	/** A user's notifications. By user. */
	"notifications",
	/** Background work that a user has started. By user. */
	"tasks",
] as const;
export type TopicKind = (typeof topicKinds)[number];

/** `kind:id`, or `kind` alone: the one thing of its kind, or, of a notice, all things of that kind. */
export type Topic = TopicKind | `${TopicKind}:${string}`;

const topicPattern = new RegExp(`^(${topicKinds.join("|")})(:[\\w-]{1,64})?$`);
/** A topic as it comes from outside. */
export const Topic = v.custom<Topic>((value) => typeof value === "string" && topicPattern.test(value));

/** Kinds whose topics only the user in question may hear. */
const personalKinds = ["notifications", "tasks"] as const satisfies readonly TopicKind[];
export type PersonalKind = (typeof personalKinds)[number];

/** Builds a topic. @param id left out or null: all things of that kind. */
export const topicOf = (kind: TopicKind, id?: string | null): Topic => (id ? `${kind}:${id}` : kind);

export const readTopic = (topic: Topic): { kind: TopicKind; id: string | undefined } => {
	const [kind, id] = topic.split(":", 2);
	return { kind: kind as TopicKind, id };
};

export const isPersonal = (kind: TopicKind): kind is PersonalKind => personalKinds.some((one) => one === kind);

/** Is a notice about `heard` one about `shown`? A notice without an id is about everything of its kind. */
export const concerns = (heard: Topic, shown: Topic): boolean => heard === shown || heard === readTopic(shown).kind;
