import { expect, test } from "vitest";
import { maxPeople } from "#durable-objects/notification-hub/contract";
import { introduce, readIntroduction } from "#durable-objects/notification-hub/member";
import { closeAnswer, othersFor, peopleOf, readPageMessage, sizeOf } from "#durable-objects/notification-hub/wire";

test("a peer's close code is echoed, unless it must never be sent", () => {
	expect([1000, 1001, 1011, 3000, 4999].map(closeAnswer)).toEqual([1000, 1001, 1011, 3000, 4999]);
	expect([0, 999, 1004, 1005, 1006, 1015, 5000].map(closeAnswer)).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000]);
});

test("a message's size is counted in bytes", () => {
	expect(sizeOf("₦₦")).toBe(6);
	expect(sizeOf(new ArrayBuffer(5))).toBe(5);
});

test.each([
	"",
	"not json",
	"null",
	"[]",
	'{"type":"viewing"}',
	'{"type":"viewing","applicantId":""}',
	'{"type":"viewing","applicantId":7}',
	`{"type":"viewing","applicantId":"${"a".repeat(65)}"}`,
	'{"type":"viewing","applicantId":"a","more":1}',
	'{"type":"shouting","applicantId":"a"}',
	'{"type":"subscribe","topics":"views"}',
	'{"type":"subscribe","topics":["weather"]}',
	'{"type":"subscribe","topics":["applicants:"]}',
	'{"type":"subscribe","topics":["applicants:law school"]}',
	`{"type":"subscribe","topics":["applicants:${"a".repeat(65)}"]}`,
])("a page's message that makes no sense is nothing: %s", (text) => {
	expect(readPageMessage(text)).toBeUndefined();
});

test("a page says which applicant it shows, or none", () => {
	expect(readPageMessage('{"type":"viewing","applicantId":"a-1"}')).toEqual({ type: "viewing", applicantId: "a-1" });
	expect(readPageMessage('{"type":"viewing","applicantId":null}')).toEqual({ type: "viewing", applicantId: null });
	expect(readPageMessage(new ArrayBuffer(2))).toBeUndefined();
});

test("nobody is their own company, and a crowd is cut short", () => {
	const people = Array.from({ length: maxPeople + 5 }, (_, n) => ({ id: `u${n}`, name: `User ${n}` }));
	expect(othersFor("u0", people)).toEqual(people.slice(1, maxPeople + 1));
	expect(othersFor("u0", people.slice(0, 1))).toEqual([]);
});

test("a person with several pages is named once, and people are in order of name", () => {
	const page = (userId: string, userName: string) => ({ userId, userName });
	expect(peopleOf([page("2", "Bola"), page("1", "Élodie"), page("2", "Bola"), page("3", "Ada")])).toEqual([
		{ id: "3", name: "Ada" },
		{ id: "2", name: "Bola" },
		{ id: "1", name: "Élodie" },
	]);
});

test("an introduction survives the headers, whatever letters a name has", () => {
	const user = {
		userId: "u",
		userName: "Adébáyọ̀ 🎓\ud800",
		sessionId: "s",
		expiresAt: 5,
		seesOthers: false,
		bound: null,
	};
	expect(readIntroduction(new Headers(introduce(user)))).toEqual({ ...user, userName: "Adébáyọ̀ 🎓\ufffd" });
	expect(readIntroduction(new Headers(introduce({ ...user, seesOthers: true }))).seesOthers).toBe(true);
});

test("an introduction that is not complete is a defect", () => {
	expect(() => readIntroduction(new Headers({ "x-hub-user-id": "u" }))).toThrow();
});
