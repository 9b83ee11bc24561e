import { useLocation } from "@remix-run/react";
import { type MutableRefObject, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Command, CommandPrompt } from "#app/shell/commands";
import { ApplicantLevel } from "#app/shell/palette/applicant-level";
import { CommentForm } from "#app/shell/palette/comment-form";
import type { CommentPreview } from "#app/shell/palette/comment-preview";
import { CompareLevel } from "#app/shell/palette/compare-level";
import type { Level, Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { MoveLevel } from "#app/shell/palette/move-level";
import { pageActions } from "#app/shell/palette/page-actions";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import type { PaletteMemory } from "#app/shell/palette/palette-memory";
import { PaymentLevel } from "#app/shell/palette/payments/payment-level";
import { PaymentsLevel } from "#app/shell/palette/payments/payments-level";
import { QueryLevel } from "#app/shell/palette/payments/query-level";
import { RootLevel } from "#app/shell/palette/root-level";
import type { RouteAnswer } from "#app/shell/palette/route-data";
import { type Step, useStageSteps } from "#app/shell/palette/use-stage-steps";
import { StageBadge, stageIcon } from "#app/shell/stage-badge";
import { afterPaint } from "#app/ui/after-paint";
import { topDialog } from "#app/ui/dialog/open-dialogs";
import { highSurface, SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { createStore } from "#app/ui/store";
import { describeStageType } from "#worker/contract/stage-types";
import type { FoundApplicant } from "#worker/services/search/contract";

interface PaletteDialogProps {
	command?: Command;
	/** Text typed before it appeared; read once. */
	typed: MutableRefObject<string>;
	memory: PaletteMemory;
	onClose: () => void;
}

const first = (command?: Command): Level => (command ? { kind: "prompt", command } : { kind: "root" });

/** Searches for applicants and runs commands by keyboard. */
export const PaletteDialog = ({ command, typed, memory, onClose }: PaletteDialogProps) => {
	const [stack, setStack] = useState([{ level: first(command), query: typed.current }]);
	useEffect(() => {
		typed.current = "";
	}, [typed]);
	const [openedOver] = useState(() => topDialog() ?? document.body);
	const { key } = useLocation();
	// why after it is drawn: the next page may come while the palette is open, and its controls are read from it.
	const [drawn, setDrawn] = useState(key);
	useEffect(() => setDrawn(key), [key]);
	const found = useRef<{ on: string; commands: Command[] }>();
	const onPage = useCallback(() => {
		if (found.current?.on !== drawn) found.current = { on: drawn, commands: pageActions(openedOver) };
		return found.current.commands;
	}, [openedOver, drawn]);
	useEffect(() => {
		// why then: the palette is shown by now, and the first letter need not wait for it.
		const timer = setTimeout(onPage);
		return () => clearTimeout(timer);
	}, [onPage]);
	const depth = useRef(stack.length);
	depth.current = stack.length;
	const top = stack[stack.length - 1];
	if (!top) return null;
	const back = () => (depth.current > 1 ? setStack((levels) => levels.slice(0, -1)) : onClose());
	return (
		<SurfaceDialog label="Command palette" width={680} className={highSurface} onEscape={back} onClose={onClose}>
			<OneLevel
				key={stack.length}
				level={top.level}
				memory={memory}
				onPage={onPage}
				initial={top.query}
				push={(level, query) => setStack((levels) => [...levels.slice(0, -1), { ...top, query }, { level, query: "" }])}
				back={back}
				close={onClose}
			/>
		</SurfaceDialog>
	);
};

interface OneLevelProps extends Pick<Steering, "memory" | "back" | "close"> {
	level: Level;
	onPage: () => readonly Command[];
	initial: string;
	/** @param query what was typed at this level */
	push: (level: Level, query: string) => void;
}

/** A list that shows applicants waits this long for them, so that it is drawn once for most letters. */
const searchMs = 40;

/** A level, whose list is drawn after the letter that was typed. */
const OneLevel = ({ level, onPage, initial, push, ...steering }: OneLevelProps) => {
	const [typed] = useState(() => createStore(initial));
	const [query, setQuery] = useState(initial);
	const draw = useCallback(() => setQuery(typed.get()), [typed]);
	const waitMs = level.kind === "root" || level.kind === "compare" ? searchMs : 0;
	// why not a deferred value: it waits for whatever else of the page is still suspended.
	useEffect(() => {
		let cancel = () => {};
		const unsubscribe = typed.subscribe(() => {
			cancel();
			cancel = afterPaint(draw, waitMs);
		});
		return () => {
			cancel();
			unsubscribe();
		};
	}, [typed, draw, waitMs]);
	const pushFromHere = (next: Level) => push(next, typed.get());
	return <LevelView level={level} steering={{ ...steering, typed, query, draw, push: pushFromHere }} onPage={onPage} />;
};

interface LevelViewProps extends Pick<OneLevelProps, "level" | "onPage"> {
	steering: Steering;
}

const LevelView = ({ level, steering, onPage }: LevelViewProps) => {
	switch (level.kind) {
		case "root":
			return <RootLevel steering={steering} onPage={onPage} />;
		case "applicant":
			return <ApplicantLevel applicant={level.applicant} steering={steering} />;
		case "stages":
			return <StagesLevel applicant={level.applicant} steering={steering} />;
		case "payment":
			return <PaymentLevel payment={level.payment} steering={steering} />;
		case "payments":
			return <PaymentsLevel applicant={level.applicant} steering={steering} />;
		case "query":
			return <QueryLevel day={level.day} steering={steering} />;
		case "compare":
			return <CompareLevel applicant={level.applicant} steering={steering} />;
		case "move":
			return <MoveLevel applicant={level.applicant} step={level.step} steering={steering} />;
		case "prompt":
			return <PromptLevel command={level.command} steering={steering} />;
	}
};

interface StagesLevelProps {
	applicant: FoundApplicant;
	steering: Steering;
}

const isOpen = ({ current, reason }: Step): boolean => !current && reason === null;

/** Every step of the workflow; the applicant's present one cannot be chosen, nor those that a rule does not allow. */
const StagesLevel = ({ applicant, steering }: StagesLevelProps) => {
	const { form, failure } = useStageSteps(applicant.id);
	const words = wordsOf(steering.query);
	const steps = (form?.steps ?? []).filter(
		({ name, type }) => matchScore(`${name} ${describeStageType(type).label}`, words) > 0,
	);
	return (
		<PaletteFrame
			steering={steering}
			label="Move to stage"
			about={applicant.name}
			values={steps.filter(isOpen).map(({ id }) => `step:${id}`)}
			count={steps.length}
			isPending={!form && !failure}
			empty={failure ?? (form ? "Nothing matches" : "Loading the stages…")}
			hints={{ "↑↓": "choose", "↵": "comment", esc: "back" }}
		>
			{steps.map((step) => (
				<PaletteItem
					key={step.id}
					value={`step:${step.id}`}
					icon={stageIcon(describeStageType(step.type).icon)}
					disabled={!isOpen(step)}
					onChoose={() => steering.push({ kind: "move", applicant, step })}
					aside={
						!isOpen(step) && (
							<span className="text-sm">{step.current ? "The applicant is at this stage" : step.reason}</span>
						)
					}
				>
					<StageBadge type={step.type} name={step.name} />
				</PaletteItem>
			))}
		</PaletteFrame>
	);
};

interface PromptLevelProps {
	command: Command;
	steering: Steering;
}

/** The comment of a command that asks for one, below the consequences. */
const PromptLevel = ({ command: { title, stage, prompt }, steering }: PromptLevelProps) =>
	prompt && (
		<AskedComment
			prompt={prompt}
			title={
				<>
					<span className="font-medium">{title}</span>
					{stage && <StageBadge type={stage.type} name={stage.name} />}
				</>
			}
			steering={steering}
		/>
	);

interface AskedCommentProps {
	prompt: CommandPrompt;
	title: ReactNode;
	steering: Steering;
}

const AskedComment = ({ prompt, title, steering }: AskedCommentProps) => {
	// why: a live notice registers the commands anew; the prompt stays the one that was opened.
	const [{ label, submitLabel, preview }] = useState(prompt);
	const [counted, setCounted] = useState<RouteAnswer<CommentPreview>>();
	const count = useCallback(async () => {
		setCounted(undefined);
		setCounted(await preview());
	}, [preview]);
	useEffect(() => {
		count();
	}, [count]);
	return (
		<CommentForm
			title={title}
			label={label}
			submitLabel={submitLabel}
			preview={counted}
			onCount={count}
			onDone={steering.close}
			onBack={steering.back}
		/>
	);
};
