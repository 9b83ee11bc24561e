import * as v from "valibot";
import { maxPeople, PageMessage, type Person } from "#durable-objects/notification-hub/contract";

/** Codes that a peer's end may report but that must never be sent (RFC 6455 §7.4.1). */
const reservedCodes: readonly number[] = [1004, 1005, 1006, 1015];

/** The code that answers a peer's close: the same, unless it may not be sent. */
export const closeAnswer = (code: number): number =>
	code < 1000 || code > 4999 || reservedCodes.includes(code) ? 1000 : code;

/** Returns the bytes of a message. */
export const sizeOf = (data: string | ArrayBuffer): number =>
	typeof data === "string" ? new TextEncoder().encode(data).byteLength : data.byteLength;

/** Reads a message of a page; undefined when it is invalid, because no response would help. */
export const readPageMessage = (data: string | ArrayBuffer): PageMessage | undefined => {
	if (typeof data !== "string") return undefined;
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PageMessage), data);
	return parsed.success ? parsed.output : undefined;
};

/** Returns the people beside a user, at most `maxPeople`. */
export const othersFor = (userId: string, people: readonly Person[]): Person[] => {
	const others: Person[] = [];
	for (const person of people) {
		if (others.length === maxPeople) break;
		if (person.id !== userId) others.push(person);
	}
	return others;
};

/** The distinct people behind some pages, by name. */
export const peopleOf = (pages: readonly { userId: string; userName: string }[]): Person[] => {
	const names = new Map(pages.map(({ userId, userName }) => [userId, userName]));
	return Array.from(names, ([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
};
