import { expect, test } from "vitest";
import { readModification } from "./read-modification";

const entry = {
	...{ id: "m1", field: "phone", oldValue: '"0800"', newValue: null, userId: "u1", username: "ada@crestfield.example" },
	...{ userName: "Ada Obi", eventId: "e1", createdAt: 5 },
};

test("answers are read as the form holds them, and what is no JSON as it is written", () => {
	const read = (oldValue: string | null) => readModification({ ...entry, oldValue }).old;
	expect(read('"0800"')).toBe("0800");
	expect(read('{"state":"Kwara","lga":"Offa"}')).toEqual({ state: "Kwara", lga: "Offa" });
	expect(read("PHY101 Physics")).toBe("PHY101 Physics");
	expect(read(null)).toBeNull();
});

test("who did it is called by name, or by the account where that person is gone", () => {
	expect(readModification(entry).by).toEqual({ id: "u1", name: "Ada Obi" });
	expect(readModification({ ...entry, userName: null }).by.name).toBe("ada@crestfield.example");
});
