import { Link } from "@remix-run/react";
import { CircleAlert, CircleCheck, CircleDashed, ListChecks } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatCount } from "#app/format/numbers";
import { type EditStep, previewStep, stepSearch } from "#app/routes/forms/edit-steps";
import { classNames } from "#app/ui/class-names";
import { intentName } from "#app/ui/form-fields/field-names";
import { iconProps } from "#app/ui/icon";

interface EditStepListProps {
	steps: readonly EditStep[];
	current: string | undefined;
	changes: number;
	params: URLSearchParams;
	/** True when a link submits the page, so that nothing typed is lost. */
	submits: boolean;
}

/** The sections of the form with their state, then the preview; beside the page, or above it on a narrow screen. */
export const EditStepList = ({ steps, current, changes, params, submits }: EditStepListProps) => {
	const draw = (id: string, content: JSX.Element) => (
		<li key={id} className="shrink-0 max-lg:max-w-64">
			{submits ? (
				<button type="submit" name={intentName} value={`to:${id}`} {...lookOf(id === current)}>
					{content}
				</button>
			) : (
				<Link to={stepSearch(params, { section: id })} {...lookOf(id === current)}>
					{content}
				</Link>
			)}
		</li>
	);
	const list = useRef<HTMLOListElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another current step scrolls the list, though it is read from the page.
	useEffect(() => {
		// why: where the list scrolls sideways, the current step may be out of view.
		const item = list.current?.querySelector<HTMLElement>("[aria-current]");
		if (list.current && item)
			list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.clientWidth) / 2;
	}, [current]);
	return (
		<nav
			aria-label="Sections"
			className="border-line bg-panel max-lg:border-b lg:sticky lg:top-15 lg:h-[calc(100dvh-60px)] lg:overflow-y-auto lg:border-r"
		>
			<ol
				ref={list}
				className="scrollbar-none relative flex gap-1 overflow-x-auto px-5 py-2 max-sm:px-3 lg:grid lg:grid-cols-1 lg:gap-px lg:p-2.5"
			>
				{steps.map((step) => draw(step.id, <StepState step={step} />))}
				{draw(
					previewStep,
					<>
						<ListChecks {...iconProps} />
						<span className="flex-1">Preview and Update</span>
						{changes > 0 && <Changed count={changes} />}
					</>,
				)}
			</ol>
		</nav>
	);
};

const lookOf = (isCurrent: boolean) => ({
	"aria-current": isCurrent ? ("step" as const) : undefined,
	className: classNames(
		"flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left whitespace-nowrap lg:whitespace-normal",
		isCurrent ? "bg-accent-soft font-medium text-accent" : "text-text-2 hover:bg-hover",
	),
});

const StepState = ({ step: { title, isComplete, errors, changes } }: { step: EditStep }) => {
	const Mark = errors > 0 ? CircleAlert : isComplete ? CircleCheck : CircleDashed;
	const colour = errors > 0 ? "text-amber" : isComplete ? "text-green" : "text-text-3";
	return (
		<>
			<Mark {...iconProps} className={classNames("shrink-0", colour)} />
			<span className="min-w-0 flex-1 max-lg:truncate">{title}</span>
			<span className="sr-only">
				{errors > 0 ? `, ${formatCount(errors, "answer")} to correct` : isComplete ? ", complete" : ""}
			</span>
			{changes > 0 && <Changed count={changes} />}
		</>
	);
};

const Changed = ({ count }: { count: number }) => (
	<span className="rounded-md bg-blue-b px-1.5 text-sm font-medium text-blue tabular-nums" title={`${count} changed`}>
		<span aria-hidden>{count}</span>
		<span className="sr-only">, {count} changed</span>
	</span>
);
