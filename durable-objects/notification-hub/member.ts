import * as v from "valibot";
import { hubHeaders, type PageMessage } from "#durable-objects/notification-hub/contract";
import { isPersonal, readTopic, type Topic, topicOf } from "#worker/contract/topics";

/** The user that a request introduces. */
const Introduction = v.object({
	userId: v.string(),
	userName: v.string(),
	sessionId: v.string(),
	/** When the session ends at the latest, UTC milliseconds. */
	expiresAt: v.number(),
	/** Whether the user takes part in presence. */
	seesOthers: v.boolean(),
	/** The structure items whose applicants the user sees; null for everybody's. */
	bound: v.nullable(v.object({ organisationId: v.string(), itemIds: v.array(v.string()) })),
});
export type Introduction = v.InferOutput<typeof Introduction>;

/** What a socket remembers of itself while the hub sleeps: its attachment. */
export interface Member extends Introduction {
	/** Orders one user's sockets by age; unique among them. */
	openedAt: number;
	/** The applicant its page shows. */
	viewing: string | null;
	/** The topics of its page. */
	topics: readonly Topic[];
}

/** Reads who a request introduces. @throws when headers are missing: only the Worker calls, so that is a defect */
export const readIntroduction = (headers: Headers): Introduction =>
	v.parse(Introduction, {
		userId: headers.get(hubHeaders.userId),
		userName: decodeURIComponent(headers.get(hubHeaders.userName) ?? ""),
		sessionId: headers.get(hubHeaders.sessionId),
		expiresAt: Number(headers.get(hubHeaders.expiresAt) ?? Number.NaN),
		seesOthers: headers.get(hubHeaders.seesOthers) === "true",
		bound: JSON.parse(headers.get(hubHeaders.bound) ?? "null"),
	});

/** Writes the headers that `readIntroduction` reads. */
export const introduce = (user: Introduction): Record<string, string> => ({
	[hubHeaders.userId]: user.userId,
	// why: a header holds bytes, a name any letter.
	[hubHeaders.userName]: encodeURIComponent(user.userName.toWellFormed()),
	[hubHeaders.sessionId]: user.sessionId,
	[hubHeaders.expiresAt]: String(user.expiresAt),
	...(user.seesOthers && { [hubHeaders.seesOthers]: "true" }),
	...(user.bound && { [hubHeaders.bound]: JSON.stringify(user.bound) }),
});

/** The tags a member's socket is found by. */
export const userTag = (userId: string) => `user:${userId}`;
export const sessionTag = (sessionId: string) => `session:${sessionId}`;

/** Returns the applicants that a message is about. */
export const applicantsOf = (message: PageMessage): string[] =>
	message.type === "viewing"
		? [message.applicantId ?? []].flat()
		: message.topics.flatMap((topic) => applicantOf(topic) ?? []);

/** Returns a message without the applicants that its user does not see. */
export const withoutOthers = (message: PageMessage, visible: ReadonlySet<string>): PageMessage => {
	const isSeen = (id: string | null | undefined) => id == null || visible.has(id);
	return message.type === "viewing"
		? { ...message, applicantId: isSeen(message.applicantId) ? message.applicantId : null }
		: { ...message, topics: message.topics.filter((topic) => isSeen(applicantOf(topic))) };
};

const applicantOf = (topic: Topic): string | undefined => {
	const { kind, id } = readTopic(topic);
	return kind === "applicant" ? id : undefined;
};

/** The topics of a page that asks for these: its user's notifications always, and nothing that is another user's own. */
export const topicsFor = (userId: string, asked: readonly Topic[]): Topic[] => {
	const isAllowed = (topic: Topic) => {
		const { kind, id } = readTopic(topic);
		return !isPersonal(kind) || id === userId;
	};
	return [...new Set([topicOf("notifications", userId), ...asked.filter(isAllowed)])];
};
