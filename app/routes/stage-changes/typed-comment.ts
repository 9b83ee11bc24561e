import { createContext, type RefObject, useEffect, useState } from "react";
import type { RichNode } from "#worker/contract/text/rich-text";
import { commentToCome } from "#worker/services/stage-changes/stage-messages.contract";

/** What the form of a stage change gives besides the stage: a location, and a reason that keeps the comment from applicants. */
export const GivenByChange = createContext({ isPosted: false, isPrivate: false });

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

/** Puts the comment where a previewed message has room for it. */
export const withComment = (nodes: readonly RichNode[], comment: string): RichNode[] =>
	nodes.map((node) =>
		typeof node === "string"
			? node.replaceAll(commentToCome, () => comment)
			: { ...node, children: withComment(node.children, comment) },
	);
