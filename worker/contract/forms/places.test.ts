import { all } from "nigerian-states-and-lgas";
import { expect, test } from "vitest";
import countries from "./countries.json";
import states from "./lgas.json";

test("Nigeria has 37 states, the capital territory among them, and 774 local government areas", () => {
	expect(states).toHaveLength(37);
	expect(states.flatMap(({ lgas }) => lgas)).toHaveLength(774);
	expect(states.map(({ state }) => state)).toContain("Federal Capital Territory");
});

test("no state names an area twice, and Katsina is spelled correctly", () => {
	for (const { lgas } of states) expect(new Set(lgas).size).toBe(lgas.length);
	expect(states.find(({ state }) => state === "Katsina")?.lgas).toHaveLength(34);
	expect(JSON.stringify(states)).not.toContain("Kastina");
});

test("the countries are the 249 of ISO 3166", () => {
	expect(countries).toHaveLength(249);
	expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
	expect(countries).toContainEqual({ code: "NG", name: "Nigeria" });
});

test("the places are the published list, by name, except for that spelling", () => {
	const published = all().map(({ state, lgas }) => ({ state: state === "Kastina" ? "Katsina" : state, lgas }));
	expect(states).toEqual(published.sort((one, other) => one.state.localeCompare(other.state)));
});
