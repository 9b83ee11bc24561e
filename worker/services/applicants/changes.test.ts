import { expect, test } from "vitest";
import { readModification } from "./changes.queries";

const entry = {
	id: "m1",
	field: "phone",
	oldValue: '"0800"',
	newValue: null,
	userId: "u1",
	username: "ada@crestfield.example",
	userName: "Ada Obi",
	eventId: "e1",
	createdAt: 5,
};

test("reads answers as the form stores them, and text that is not JSON as it is", () => {
	const read = (oldValue: string | null) => readModification({ ...entry, oldValue }).old;
	expect(read('"0800"')).toBe("0800");
	expect(read('{"state":"Kwara","lga":"Offa"}')).toEqual({ state: "Kwara", lga: "Offa" });
	expect(read("PHY101 Physics")).toBe("PHY101 Physics");
	expect(read(null)).toBeNull();
});

test("names the user of a change, or the account of a deleted user", () => {
	expect(readModification(entry).by).toEqual({ id: "u1", name: "Ada Obi" });
	expect(readModification({ ...entry, userName: null }).by.name).toBe("ada@crestfield.example");
});
