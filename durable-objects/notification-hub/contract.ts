import * as v from "valibot";
import { Topic } from "#worker/contract/topics";

/** What the hub tells a page: what to read again, never data that the user may not see. */
export type HubMessage =
	/** The page's topics that a change concerns. */
	| { type: "changed"; topics: readonly Topic[] }
	/** All others who have the same applicant open. */
	| { type: "presence"; applicantId: string; people: readonly Person[] };

export interface Person {
	id: string;
	name: string;
}

/** Topics that one page may subscribe to. why: a socket's attachment, which holds them, takes 16 kB. */
export const maxTopics = 64;

export const PageMessage = v.variant("type", [
	/** The applicant that it shows, if any, for others to see. */
	v.strictObject({
		type: v.literal("viewing"),
		applicantId: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
	}),
	/** All topics that it shows, replacing the former ones. */
	v.strictObject({ type: v.literal("subscribe"), topics: v.pipe(v.array(Topic), v.maxLength(maxTopics)) }),
]);
export type PageMessage = v.InferOutput<typeof PageMessage>;

/** why: a socket that only sends these is answered by the platform without waking the hub. */
export const ping = "ping";
export const pong = "pong";

/**
 * Headers by which the Worker introduces a user to the hub; a client's are never passed on.
 * `userName` is URI-encoded, `expiresAt` UTC milliseconds, `seesOthers` "true" or absent, `bound` JSON or absent.
 */
export const hubHeaders = {
	userId: "x-hub-user-id",
	userName: "x-hub-user-name",
	sessionId: "x-hub-session-id",
	expiresAt: "x-hub-expires-at",
	seesOthers: "x-hub-sees-others",
	bound: "x-hub-bound",
} as const;

/** Open sockets one user may have; the oldest is closed for the next. */
export const maxSocketsPerUser = 20;
/** A larger message closes the socket. */
export const maxMessageBytes = 64 * 1024;
/** Messages that one socket may send within the window; more close it. A page sends a few for each applicant opened. */
export const maxMessages = 300;
export const messageWindowMs = 10_000;
/** The most people that one presence message names. */
export const maxPeople = 20;

/** 4401: the session ended, log in again. 4429: too many sockets of one user, or messages of one socket. 1009: a message was too large. 1012: connect again. */
export const closeCodes = { sessionEnded: 4401, tooMany: 4429, tooLarge: 1009, reconnect: 1012 } as const;
