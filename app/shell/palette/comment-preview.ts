import type { RouteAnswer } from "#app/shell/palette/route-data";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";

/** What a change that asks for a comment would do: nothing is sent before it can be seen. */
export interface CommentPreview {
	/** In numbers: who changes, who does not, who is written to. */
	sentence: string;
	/** Nobody would be changed: there is nothing to send. */
	isIdle: boolean;
	/** What can be ticked besides: "Do not notify". */
	option: string | undefined;
	/** What the comment may begin with. */
	reasons: readonly OfferedReason[];
	/** Does what it says. */
	run(comment: TypedComment): Promise<RouteAnswer<undefined>>;
}

/** A comment as it is sent. */
export interface TypedComment {
	text: string;
	isOptionChosen: boolean;
	/** The reusable reason that it begins with. */
	reasonId: string | undefined;
}

/** The same as fields of a stage change's form. */
export const commentFields = ({ text, isOptionChosen, reasonId }: TypedComment): Record<string, string> => ({
	reason: text,
	stay: "1",
	...(isOptionChosen && { doNotNotify: "on" }),
	...(reasonId !== undefined && { reasonId, begun: "1" }),
});
