import { type Found, foundTest, type Rule } from "#worker/services/assistant/translate/found";
import { eatLoose, smallWords } from "#worker/services/assistant/translate/loose-phrase";
import type { Reader } from "#worker/services/assistant/translate/reader";

const payment = (state: "paid" | "unpaid" | "pending" | "settled", not = false) =>
	foundTest({ about: "payment", state }, not);
const references = (state: "received" | "outstanding" | "none", not = false) =>
	foundTest({ about: "references", state }, not);

/** Whole phrases, the longest first where one begins with another. */
const phrases: readonly [Found, string][] = (
	[
		[
			payment("settled"),
			[
				"no outstanding payment",
				"no outstanding fee",
				"no outstanding balance",
				"no outstanding",
				"without outstanding payment",
				"without outstanding fee",
			],
		],
		[
			payment("settled"),
			[
				"no payment outstanding",
				"not owing",
				"not owe",
				"dont owe",
				"does not owe",
				"do not owe",
				"no debt",
				"cleared payment",
				"paid in full",
				"fully paid",
				"payment complete",
				"complete payment",
				"completed payment",
				"payment completed",
				"payment settled",
			],
		],
		[
			payment("settled", true),
			[
				"not fully paid",
				"not paid in full",
				"not completed payment",
				"not complete payment",
				"outstanding payment",
				"outstanding fee",
				"outstanding balance",
				"payment outstanding",
				"fee outstanding",
				"owing",
				"owe",
			],
		],
		[
			payment("pending", true),
			["no pending payment", "no pending transaction", "without pending payment", "no payment pending"],
		],
		[
			payment("pending"),
			["pending payment", "pending transaction", "payment pending", "payment is pending", "unclear payment"],
		],
		[
			payment("unpaid"),
			[
				"not yet paid application fee",
				"not yet paid form fee",
				"not yet paid",
				"not paid application fee",
				"not paid form fee",
				"not paid fee",
				"not paid anything",
				"application fee not paid",
				"fee not paid",
				"payment not made",
				"not made payment",
				"not paid",
				"havent paid",
				"hasnt paid",
				"unpaid",
				"yet to pay",
				"no payment",
				"paid nothing",
				"never paid",
			],
		],
		[
			payment("paid"),
			[
				"paid application fee",
				"paid form fee",
				"paid for form",
				"paid fee",
				"made payment",
				"payment made",
				"payment successful",
				"successful payment",
				"payment confirmed",
				"confirmed payment",
				"paid",
			],
		],
		[
			references("outstanding"),
			[
				"reference outstanding",
				"outstanding reference",
				"reference missing",
				"missing reference",
				"awaiting reference",
				"reference not received",
				"reference incomplete",
				"incomplete reference",
				"reference pending",
				"pending reference",
				"referee not responded",
				"outstanding referee",
				"referee outstanding",
			],
		],
		[references("outstanding", true), ["no outstanding reference", "no reference outstanding", "no missing reference"]],
		[
			{ choices: ["No reference was asked for", "A reference is outstanding"] },
			[
				...["no referee", "no reference", "without referee", "without reference"],
				...[
					"no reference submitted",
					"no reference received",
					"no referee responded",
					"no referee replied",
					"no referee answered",
				],
			],
		],
		[
			references("received"),
			[
				"reference received",
				"received reference",
				"reference complete",
				"complete reference",
				"reference submitted",
				"referee responded",
				"referee replied",
				"referee answered",
				"reference in",
			],
		],
		[
			foundTest({ about: "submitted" }, true),
			[
				"not submitted form",
				"not submitted application form",
				"not submitted application",
				"not yet submitted form",
				"not yet submitted application",
				"not yet submitted",
				"unsubmitted form",
				"incomplete form",
				"form not submitted",
				"form not yet submitted",
				"application not submitted",
				"application not yet submitted",
				"incomplete application",
				"unsubmitted",
			],
		],
		[
			foundTest({ about: "submitted" }),
			[
				"submitted form",
				"submitted application form",
				"submitted application",
				"completed and submitted form",
				"form submitted",
				"submitted",
			],
		],
		[
			foundTest({ about: "gender", value: "F" }),
			["gender female", "sex female", "gender : female", "female", "woman", "women", "girl", "lady"],
		],
		[
			foundTest({ about: "gender", value: "M" }),
			["gender male", "sex male", "gender : male", "male", "man", "men", "boy", "gentlemen"],
		],
	] as const
)
	.flatMap(([what, some]) => some.map((phrase): [Found, string] => [what, phrase]))
	.sort(([, one], [, other]) => other.split(" ").length - one.split(" ").length);

/** Payments, references, gender and submission, which are said in few ways. */
export const fixed: Rule = (reader) =>
	phrases.find(([, phrase]) =>
		reader.attempt(() => (eatLoose(reader, phrase) && isWhole(reader, phrase) ? true : undefined)),
	)?.[0];

/** why: "paid the acceptance fee" is about another fee, and "paid by an employer" about who pays. */
const isWhole = (reader: Reader, phrase: string): boolean => {
	if (!/paid|owe|owing|payment$/.test(phrase)) return true;
	const from = reader.here;
	reader.skip(...smallWords);
	const isOther = /^(acceptance|school|tuition|hostel|departmental|by)$/.test(reader.tokens[reader.here]?.word ?? "");
	reader.here = from;
	return !isOther;
};
