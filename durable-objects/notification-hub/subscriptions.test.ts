import { expect, test } from "vitest";
import { recentMs, Subscriptions } from "#durable-objects/notification-hub/subscriptions";
import type { Topic } from "#worker/contract/topics";

const page = (name: string) => ({ name });
const [law, medicine, both] = [page("law"), page("medicine"), page("both")];

const threePages = () => {
	const subscriptions = new Subscriptions<{ name: string }>();
	subscriptions.set(law, ["applicants:law"]);
	subscriptions.set(medicine, ["applicants:medicine", "views"]);
	subscriptions.set(both, ["applicants:law", "applicants:medicine"]);
	return subscriptions;
};

const heardBy = (subscriptions: Subscriptions<{ name: string }>, ...topics: Topic[]) =>
	Object.fromEntries([...subscriptions.concernedBy(topics)].map(([{ name }, heard]) => [name, heard]));

test("who shows a topic hears of it, and of nothing else", () => {
	const subscriptions = threePages();
	expect(heardBy(subscriptions, "applicants:law")).toEqual({ law: ["applicants:law"], both: ["applicants:law"] });
	expect(heardBy(subscriptions, "applicants:law", "views", "reasons")).toEqual({
		law: ["applicants:law"],
		medicine: ["views"],
		both: ["applicants:law"],
	});
	expect(heardBy(subscriptions, "applicant:law")).toEqual({});
});

test("what is said of all of a kind is heard once by each who shows some of it", () => {
	expect(heardBy(threePages(), "applicants")).toEqual({
		law: ["applicants"],
		medicine: ["applicants"],
		both: ["applicants"],
	});
});

test("new topics take the place of those before, and none removes the page", () => {
	const subscriptions = threePages();
	subscriptions.set(both, ["views"]);
	expect(heardBy(subscriptions, "applicants:law", "views")).toEqual({
		law: ["applicants:law"],
		medicine: ["views"],
		both: ["views"],
	});
	subscriptions.set(law, []);
	expect(heardBy(subscriptions, "applicants:law", "applicants")).toEqual({ medicine: ["applicants"] });
});

test("what has just changed is remembered for a moment, also what was said of all of a kind", () => {
	const subscriptions = threePages();
	subscriptions.note(["applicants:law"], 1_000);
	subscriptions.note(["records"], 2_000);
	const shown: Topic[] = ["applicants:law", "applicants:medicine", "records:law"];
	expect(subscriptions.recentOf(shown, 2_000)).toEqual(["applicants:law", "records"]);
	expect(subscriptions.recentOf(shown, 1_000 + recentMs)).toEqual(["records"]);
	subscriptions.note(["applicants:law"], 3_000);
	expect(subscriptions.recentOf(shown, 2_000 + recentMs)).toEqual(["applicants:law"]);
});
