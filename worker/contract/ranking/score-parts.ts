import * as v from "valibot";
import { Criteria } from "#worker/contract/criteria/criteria";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { requiredLine } from "#worker/contract/text/required-line";

/** The points of an applicant who has everything. */
export const allPoints = 100;
/** The most seats of one course. why: the candidates for them are compared at once. */
const maxSeats = 5_000;

const wholeFrom = (least: number, most: number) => {
	const wrong = `Enter a whole number from ${least} to ${most.toLocaleString("en")}`;
	return v.config(v.pipe(v.number(wrong), v.integer(wrong), v.minValue(least, wrong), v.maxValue(most, wrong)), {
		abortPipeEarly: true,
	});
};
const Weight = described(
	wholeFrom(1, allPoints),
	"The most points that it gives; those of all parts are 100 together.",
);
const amountWrong = "Enter a number above 0";

const CriteriaPart = v.strictObject({
	about: described(v.literal("criteria"), "What gives the points."),
	name: described(requiredLine("Enter a name", 80, "Enter at most 80 characters."), "What the criteria are called."),
	criteria: described(Criteria, "The criteria: all of them must be met for the points."),
	weight: Weight,
});
const NumberPart = v.strictObject({
	about: described(v.literal("number"), "What gives the points."),
	of: described(
		v.union(
			[v.picklist(["utme", "postUtme"]), v.pipe(v.string(), v.regex(/^field:.{1,100}$/, "Unknown number"))],
			"Unknown number",
		),
		"`utme`, `postUtme`, or `field:` and the id of a field.",
	),
	outOf: described(
		v.pipe(v.number(amountWrong), v.minValue(0.01, amountWrong), v.maxValue(1_000_000, "The number is too large")),
		"The number that gives all points, such as 400; a smaller one gives a part of them.",
	),
	weight: Weight,
});
const GradesPart = v.strictObject({
	about: described(v.literal("grades"), "What gives the points."),
	subjects: described(wholeFrom(1, 9), "How many subjects count, the best ones; A1 gives 8 grade points, F9 none."),
	sittings: described(v.nullable(wholeFrom(1, 9)), "In how many sittings at most; null for any number."),
	weight: Weight,
});

/** One part of the score: criteria that are met, or a number or grades that give points in proportion. */
export const ScorePart = v.variant("about", [CriteriaPart, NumberPart, GradesPart]);
export type ScorePart = v.InferOutput<typeof ScorePart>;

const percent = wholeFrom(0, 100);
export const SharesOf = v.pipe(
	v.strictObject({
		merit: described(percent, "The percentage of the seats that goes by the score alone."),
		catchment: described(percent, "The percentage for applicants from the catchment area."),
		elds: described(percent, "The percentage for applicants from educationally less developed states."),
	}),
	v.check(({ merit, catchment, elds }) => merit + catchment + elds === 100, "The shares must add up to 100%."),
);

export const CourseQuota = v.strictObject({
	courseId: described(Id, "The course."),
	seats: described(wholeFrom(0, maxSeats), "The seats of the course in all."),
	shares: described(v.optional(v.nullable(SharesOf), null), "The shares of this course; null for those of the scheme."),
});
export type CourseQuota = v.InferOutput<typeof CourseQuota>;
