import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLocation, useNavigation } from "@remix-run/react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { isUnanswered } from "#app/api/unanswered";
import { checkPage } from "#app/routes/forms/check-page";
import type { SectionView } from "#app/routes/forms/edit-view.server";
import { ErrorSummary, elementAt } from "#app/routes/forms/error-summary";
import { StepFrame } from "#app/routes/forms/step-frame";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { fieldAnchor, formName, intentName, readCopyIntent, versionName } from "#app/ui/form-fields/field-names";
import { SectionFields } from "#app/ui/form-fields/section-fields";
import { useHidden } from "#app/ui/form-fields/use-hidden";
import { fieldLabel } from "#worker/contract/forms/form-schema";
import { slotsOf } from "#worker/contract/forms/form-slots";

interface SectionAnswer {
	errors: Record<string, string[]>;
	formErrors: string[];
	typed: Record<string, unknown> | null;
	/** The form's version on which the answers were typed. */
	version: number | null;
	/** The field that was revealed, whose answer is among those typed. */
	revealed?: string | undefined;
}

interface EditSectionProps {
	view: SerializeFrom<SectionView>;
	formId: string;
	title: string;
	isFirst: boolean;
	isLast: boolean;
	answer: SectionAnswer | undefined;
	fileHref: (file: { id: string }) => string | undefined;
	head: ReactNode;
	/** Draws the list of steps with the number of this page's answers that were refused. */
	list: (refused: number) => ReactNode;
	/** The query text of this step. */
	here: string;
}

/** One section of the form in the wizard. Every button saves the page in the draft first. */
export const EditSection = (props: EditSectionProps) => {
	const { view, formId, title, isFirst, isLast, answer, fileHref, head, list, here } = props;
	const [isTyped, setTyped] = useState(false);
	const heading = useRef<HTMLHeadingElement>(null);
	const summary = useRef<HTMLDivElement>(null);
	const navigation = useNavigation();
	const { hash, key } = useLocation();
	const { hidden, within } = useHidden(view.copies, view.conditions, view.files);
	const drawing = useDrawing(answer);
	const [found, setFound] = useState<Record<string, string[]>>();
	const errors = found ?? answer?.errors ?? view.errors;
	const formErrors = (!found && answer?.formErrors) || [];
	const isRefused = Object.keys(errors).length > 0 || formErrors.length > 0;
	const answered = useRef<typeof answer>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with a response or another address, not with its errors.
	useEffect(() => {
		// why: the address changes after the response, when the user may be typing again.
		if (answer && answered.current === answer) return;
		answered.current = answer;
		const anchor = answer || hash === "" ? undefined : elementAt(hash);
		const revealed =
			answer?.revealed === undefined ? undefined : elementAt(`#${encodeURIComponent(fieldAnchor(answer.revealed))}`);
		if (revealed ?? anchor) (revealed ?? anchor)?.focus();
		else if (isRefused) summary.current?.focus();
		else heading.current?.focus({ preventScroll: true });
	}, [answer, key]);
	useEffect(() => {
		if (found) summary.current?.focus();
	}, [found]);
	const send = (event: FormEvent<HTMLFormElement>) => {
		const wrong = isNext(event) ? checkPage(view, new FormData(event.currentTarget)) : {};
		const isWrong = Object.keys(wrong).length > 0;
		if (isWrong) event.preventDefault();
		else setTyped(false);
		setFound(isWrong ? wrong : undefined);
	};
	const [first] = view.copies;
	const labels = new Map(slotsOf(view.copies).map(({ fieldId, col }) => [fieldId, fieldLabel(col)]));
	const intent = navigation.formData?.get(intentName);
	const isPending = (which: string) => navigation.state !== "idle" && intent === which;
	return (
		<SignedInForm
			id="edit-form"
			method="post"
			action={here}
			encType="multipart/form-data"
			noValidate
			onInput={() => setTyped(true)}
			onSubmit={send}
			className="flex min-h-dvh flex-col"
		>
			{/* why: Enter in a field and ⌘Enter press the first button, which is Next. */}
			<button type="submit" name={intentName} value="next" tabIndex={-1} aria-hidden className="sr-only" />
			{head}
			<StepFrame
				list={list(Object.keys(errors).length)}
				title={title}
				heading={heading}
				footer={
					<>
						{!isFirst && (
							<Button name={intentName} value="back" icon={ArrowLeft} pending={isPending("back")}>
								Back
							</Button>
						)}
						<span className="flex-1" />
						<Button
							variant="primary"
							name={intentName}
							value="next"
							trailingIcon={ArrowRight}
							pending={isPending("next")}
						>
							{isLast ? "Preview and Update" : "Next"}
						</Button>
					</>
				}
			>
				{first?.description && <p className="text-text-2">{first.description}</p>}
				<ErrorSummary
					ref={summary}
					formErrors={formErrors}
					errors={Object.entries(errors).map(([fieldId, texts]) => ({
						to: `#${encodeURIComponent(fieldAnchor(fieldId))}`,
						label: labels.get(fieldId) ?? fieldId,
						texts,
					}))}
				/>
				<div className="mt-4" key={drawing} ref={within}>
					<DrawnVersion version={answer?.version ?? view.version} formId={formId} />
					<SectionFields
						copies={view.copies}
						masked={new Set(view.masked.filter((fieldId) => !Object.hasOwn(answer?.typed ?? {}, fieldId)))}
						answers={answer?.typed ? { ...view.answers, ...answer.typed } : view.answers}
						errors={errors}
						files={view.files}
						removedFiles={view.removedFiles}
						fileHref={fileHref}
						hidden={hidden}
						places={view.places}
						headingLevel={3}
					/>
				</div>
			</StepFrame>
			<AskBeforeDiscard
				when={isTyped || isUnanswered(answer)}
				about="What you typed on this page has not been kept."
				step="section"
			/>
		</SignedInForm>
	);
};

/** Checks whether it was submitted by the button that requires valid answers. */
const isNext = ({ nativeEvent }: FormEvent): boolean =>
	nativeEvent instanceof SubmitEvent &&
	nativeEvent.submitter instanceof HTMLButtonElement &&
	nativeEvent.submitter.value === "next";

/** Sends the form and the version that the fields were rendered from. why: a notice may load newer ones. */
const DrawnVersion = ({ version, formId }: { version: number; formId: string }) => {
	const [drawn] = useState({ version, formId });
	return (
		<>
			<input type="hidden" name={versionName} value={drawn.version} />
			<input type="hidden" name={formName} value={drawn.formId} />
		</>
	);
};

/** Returns a React key that changes when a repeat is added or removed, because the fields after it move. */
const useDrawing = (answer: unknown): string => {
	const { key } = useLocation();
	const { state, formData } = useNavigation();
	const [drawing, setDrawing] = useState({ key, isCopying: false });
	const intent = formData?.get(intentName);
	const isCopying = typeof intent === "string" && readCopyIntent(intent) !== undefined;
	if (isCopying && !drawing.isCopying) setDrawing({ ...drawing, isCopying });
	if (state === "idle" && drawing.isCopying)
		setDrawing({ key: isUnanswered(answer) ? drawing.key : key, isCopying: false });
	return drawing.key;
};
