import { expect, test } from "vitest";
import { shownWith } from "#app/routes/stage-changes/typed-comment";

const email = (subject: string, ...message: string[]) => ({
	candidate: { id: "ada", name: "Ada" },
	to: "ada@example.test",
	subject,
	message: message.map((line) => ({ tag: "p" as const, children: [line] })),
});
const linesOf = (mail: ReturnType<typeof shownWith>) =>
	mail && [mail.subject, ...mail.message.map((node) => typeof node !== "string" && node.children?.join(""))];

test("a typed comment stands in the previewed email, wherever it is", () => {
	const shown = email("Yours", "Why: [your comment].", "[your comment] & [your comment]");
	const withComment = (comment: string) =>
		linesOf(shownWith({ shown, shownPosted: null }, { comment, postedTo: null }));
	expect(withComment("$& Full")).toEqual(["Yours", "Why: $& Full.", "$& Full & $& Full"]);
	expect(withComment("[your comment]")).toEqual(linesOf(shown));
});

test("the location that the change gives stands in the previewed email, and no comment is filled in", () => {
	const shown = email("At Jos", "Come to Jos: [your comment]");
	const shownPosted = email("At [the location]", "Come to [the location]: [your comment]");
	const at = (postedTo: string | null) =>
		linesOf(shownWith({ shown, shownPosted }, { comment: "[the location]", postedTo }));
	expect(at(null)).toEqual(["At Jos", "Come to Jos: [the location]"]);
	expect(at("Zaria $&")).toEqual(["At Zaria $&", "Come to Zaria $&: [the location]"]);
	expect(
		linesOf(shownWith({ shown, shownPosted: null }, { comment: "Full", postedTo: "Zaria" })),
		"it names none",
	).toEqual(["At Jos", "Come to Jos: Full"]);
});
