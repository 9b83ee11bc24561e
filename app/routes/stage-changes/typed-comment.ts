import { createContext, type RefObject, useEffect, useState } from "react";
import type * as v from "valibot";
import type { ShownEmail } from "#worker/contract/shown-email";
import type { RichNode } from "#worker/contract/text/rich-text";
import { commentToCome, locationToCome } from "#worker/services/stage-changes/stage-messages.contract";

interface Given {
	/** The name of the location; null without one. */
	postedTo: string | null;
	/** Whether a reason keeps the comment from applicants. */
	isPrivate: boolean;
}

/** What the form of a stage change gives besides the stage. */
export const GivenByChange = createContext<Given>({ postedTo: null, isPrivate: false });

/** Returns the comment of the form around an element: what stands for one until it is typed. */
export const useTypedComment = (inside: RefObject<HTMLElement>): string => {
	const [comment, setComment] = useState(commentToCome);
	useEffect(() => {
		const form = inside.current?.closest("form");
		const field = form?.elements.namedItem("reason");
		if (!form || !(field instanceof HTMLTextAreaElement)) return;
		const read = () => setComment(field.value.trim() || commentToCome);
		read();
		form.addEventListener("input", read);
		return () => form.removeEventListener("input", read);
	}, [inside]);
	return comment;
};

type Shown = v.InferOutput<typeof ShownEmail>;

/** Returns an email as the change makes it: with the comment, and the location that it gives. */
export const shownWith = (
	{ shown, shownPosted }: { shown: Shown | null; shownPosted: Shown | null },
	{ comment, postedTo }: { comment: string; postedTo: string | null },
): Shown | null => {
	const posted = postedTo === null ? null : shownPosted;
	const mail = posted ?? shown;
	if (!mail) return null;
	// why the location first: a comment is not filled in.
	const fill = (line: string) =>
		(posted ? line.replaceAll(locationToCome, () => postedTo ?? "") : line).replaceAll(commentToCome, () => comment);
	return { ...mail, subject: fill(mail.subject), message: filled(mail.message, fill) };
};

const filled = (nodes: readonly RichNode[], fill: (line: string) => string): RichNode[] =>
	nodes.map((node) => (typeof node === "string" ? fill(node) : { ...node, children: filled(node.children, fill) }));
