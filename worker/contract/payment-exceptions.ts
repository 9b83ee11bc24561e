/** What is odd about a payment. */
export const exceptionKinds = [
	"paid_but_pending",
	"amount_differs",
	"currency_differs",
	"reference_differs",
	"paid_twice",
	"unknown_reference",
	"no_applicant",
	"reversed_after_admission",
	"disputed",
	"discount_used_up",
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];
