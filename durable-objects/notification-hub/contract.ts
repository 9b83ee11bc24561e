import * as v from "valibot";

/** What the hub tells a page: a hint to read again, never data the reader may have no right to. */
export type HubMessage =
	| { type: "changed" }
	/** Who else has the same applicant open: the whole list, each time. */
	| { type: "presence"; applicantId: string; people: readonly Person[] };

export interface Person {
	id: string;
	name: string;
}

/** What a page tells the hub: which applicant it shows, if any. */
export const PageMessage = v.strictObject({
	type: v.literal("viewing"),
	applicantId: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
});
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** why: a socket that only sends these is answered by the platform without waking the hub. */
export const ping = "ping";
export const pong = "pong";

/**
 * Headers by which the Worker hands an authenticated upgrade to the hub. Never taken from a client.
 * `userName` is URI-encoded, `expiresAt` is UTC milliseconds, `seesOthers` is "true" or absent.
 */
export const hubHeaders = {
	userId: "x-hub-user-id",
	userName: "x-hub-user-name",
	sessionId: "x-hub-session-id",
	expiresAt: "x-hub-expires-at",
	seesOthers: "x-hub-sees-others",
} as const;

/** Open sockets one user may have; the oldest is closed for the next. */
export const maxSocketsPerUser = 20;
/** A larger message closes the socket. */
export const maxMessageBytes = 64 * 1024;
/** People named in one presence message. */
export const maxPeople = 20;

/** 4401: the session ended, log in again. 4429: too many sockets of one user. */
export const closeCodes = { sessionEnded: 4401, tooMany: 4429, tooLarge: 1009 } as const;
