import { type RefObject, useEffect, useState } from "react";
import { missing } from "#worker/contract/text/missing";
import type { RichNode } from "#worker/contract/text/rich-text";
import { commentToCome } from "#worker/services/stage-changes/stage-messages.contract";

/**
 * Returns the comment as the email of the form around an element has it: what stands for one until it is typed, nothing with
 * a private reason.
 */
export const useTypedComment = (inside: RefObject<HTMLElement>): string => {
	const [comment, setComment] = useState(commentToCome);
	useEffect(() => {
		const form = inside.current?.closest("form");
		const field = form?.elements.namedItem("reason");
		if (!form || !(field instanceof HTMLTextAreaElement)) return;
		const read = () => setComment(form.querySelector("[data-private]") ? missing : field.value.trim() || commentToCome);
		// why later: a reason that is chosen is drawn by then.
		const hear = () => setTimeout(read);
		read();
		form.addEventListener("input", hear);
		return () => form.removeEventListener("input", hear);
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
