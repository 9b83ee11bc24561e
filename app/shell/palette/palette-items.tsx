import { Command as Cmdk } from "cmdk";
import { ArrowRight, ChevronRight, SquareTerminal, User } from "lucide-react";
import type { ReactNode } from "react";
import type { OfferedAction } from "#app/shell/applicant-actions";
import type { Command } from "#app/shell/commands";
import { keyLabels, useIsMac } from "#app/shell/palette/key-labels";
import { Marked } from "#app/shell/palette/marked";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { KeyHint } from "#app/ui/key-hint";
import type { FoundApplicant } from "#worker/services/search/contract";

interface PaletteItemProps {
	/** Unique among all shown items. */
	value: string;
	icon: Icon;
	disabled?: boolean;
	onChoose: () => void;
	/** At the right end: keys, a stage. */
	aside?: ReactNode;
	children: ReactNode;
}

export const PaletteItem = ({ value, icon, disabled, onChoose, aside, children }: PaletteItemProps) => (
	<Cmdk.Item
		value={value}
		disabled={disabled}
		onSelect={onChoose}
		className="mx-1.5 flex min-h-9.5 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1 aria-disabled:cursor-default aria-disabled:text-text-3 data-[selected=true]:bg-accent-soft"
	>
		<Glyph icon={icon} className="text-text-2 in-aria-disabled:text-text-3" />
		<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">{children}</span>
		{aside && <span className="flex shrink-0 items-center gap-2">{aside}</span>}
	</Cmdk.Item>
);

export const PaletteGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
	<Cmdk.Group heading={<span className="block px-4 pt-2 pb-1 text-sm text-text-3">{heading}</span>}>
		{children}
	</Cmdk.Group>
);

interface CommandItemProps {
	command: Command;
	words: readonly string[];
	onChoose: (command: Command) => void;
}

export const CommandItem = ({ command, words, onChoose }: CommandItemProps) => {
	const isMac = useIsMac();
	const { preferences } = useShell();
	const { keys, stage, disabled } = command;
	// why: a key that is switched off is not shown.
	const isKeyOn = keys && (preferences.keys === "on" || keys.every((key) => key.startsWith("mod+")));
	return (
		<PaletteItem
			value={`command:${command.id}`}
			icon={command.icon ?? SquareTerminal}
			disabled={disabled !== undefined}
			onChoose={() => onChoose(command)}
			aside={
				disabled !== undefined ? (
					<span className="text-sm">{disabled}</span>
				) : (
					isKeyOn && <KeyHint keys={keyLabels(keys, isMac)} />
				)
			}
		>
			<span className="min-w-0 truncate">
				<Marked text={command.title} words={words} />
			</span>
			{stage && <StageBadge type={stage.type} name={stage.name} />}
		</PaletteItem>
	);
};

interface ApplicantItemProps {
	applicant: FoundApplicant;
	words: readonly string[];
	/** A result of an older text that no longer matches: shown until the next comes, but cannot be chosen. */
	isOutdated: boolean;
	onChoose: () => void;
	onActions: () => void;
}

/** Leads to what can be done with an item. why no button: a choice may hold nothing that takes the focus; by keyboard it is → or Tab. */
export const ActionsArrow = ({ isOutdated, onActions }: Pick<ApplicantItemProps, "isOutdated" | "onActions">) => (
	<span
		aria-hidden
		className="-mr-1.5 grid size-7 place-items-center rounded-md text-text-3 hover:bg-hover hover:text-text"
		onClick={(event) => {
			event.stopPropagation();
			if (!isOutdated) onActions();
		}}
	>
		<Glyph icon={ChevronRight} />
	</span>
);

export const ApplicantItem = ({ applicant, words, isOutdated, onChoose, onActions }: ApplicantItemProps) => (
	<PaletteItem
		value={`applicant:${applicant.id}`}
		icon={User}
		disabled={isOutdated}
		onChoose={onChoose}
		aside={
			<>
				<StageBadge type={applicant.stage.type} name={applicant.stage.name} className="max-sm:max-w-28" />
				<ActionsArrow isOutdated={isOutdated} onActions={onActions} />
			</>
		}
	>
		<ApplicantLine applicant={applicant} words={words} />
	</PaletteItem>
);

export const ApplicantLine = ({ applicant, words }: Pick<ApplicantItemProps, "applicant" | "words">) => (
	<>
		<span className="min-w-0 truncate font-medium">
			<Marked text={applicant.name} words={words} />
		</span>
		<span className="min-w-0 truncate text-text-2">
			<Marked text={applicant.applicationNumber} words={words} /> · {applicant.courseCode}
		</span>
	</>
);

interface MoveItemProps {
	applicant: FoundApplicant;
	step: { id: string; name: string; type: string };
	words: readonly string[];
	onChoose: () => void;
}

export const moveValue = (applicant: FoundApplicant): string => `move:${applicant.id}`;

/** "Move Adaeze Okafor to Shortlisted": the applicant and the stage that the words name. */
export const MoveItem = ({ applicant, step, words, onChoose }: MoveItemProps) => (
	<PaletteItem
		value={moveValue(applicant)}
		icon={ArrowRight}
		onChoose={onChoose}
		aside={<span className="text-text-2 max-sm:hidden">{applicant.applicationNumber}</span>}
	>
		<span className="min-w-0 truncate">
			Move{" "}
			<span className="font-medium">
				<Marked text={applicant.name} words={words} />
			</span>{" "}
			to
		</span>
		<StageBadge type={step.type} name={step.name} />
	</PaletteItem>
);

interface ActItemProps {
	applicant: FoundApplicant;
	action: Pick<OfferedAction, "id" | "label" | "icon">;
	words: readonly string[];
	onChoose: () => void;
}

export const actValue = ({ id }: Pick<OfferedAction, "id">, applicant: FoundApplicant): string =>
	`act:${id}:${applicant.id}`;

/** "Send email: Musa Maikano": the action and the applicant that the words name. */
export const ActItem = ({ applicant, action, words, onChoose }: ActItemProps) => (
	<PaletteItem value={actValue(action, applicant)} icon={action.icon} onChoose={onChoose}>
		<span className="shrink-0">{action.label}:</span>
		<ApplicantLine applicant={applicant} words={words} />
	</PaletteItem>
);
