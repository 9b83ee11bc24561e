import { type MutableRefObject, useEffect, useRef, useState } from "react";
import type { Command } from "#app/shell/commands";
import { ApplicantLevel } from "#app/shell/palette/applicant-level";
import { CompareLevel } from "#app/shell/palette/compare-level";
import type { Level, Steering } from "#app/shell/palette/level";
import { MoveLevel } from "#app/shell/palette/move-level";
import { PromptLevel } from "#app/shell/palette/prompt-level";
import { RootLevel } from "#app/shell/palette/root-level";
import { StagesLevel } from "#app/shell/palette/stages-level";
import { highSurface, SurfaceDialog } from "#app/ui/dialog/surface-dialog";

interface PaletteDialogProps {
	/** Opens at this command's prompt. */
	command?: Command;
	/** Text typed before it appeared; read once. */
	typed: MutableRefObject<string>;
	onClose: () => void;
}

const first = (command?: Command): Level => (command ? { kind: "prompt", command } : { kind: "root" });

/** Searches for applicants and runs commands by keyboard. */
export const PaletteDialog = ({ command, typed, onClose }: PaletteDialogProps) => {
	const [stack, setStack] = useState([{ level: first(command), query: typed.current }]);
	useEffect(() => {
		typed.current = "";
	}, [typed]);
	const depth = useRef(stack.length);
	depth.current = stack.length;
	const top = stack[stack.length - 1];
	if (!top) return null;
	const back = () => (depth.current > 1 ? setStack((levels) => levels.slice(0, -1)) : onClose());
	const steering: Steering = {
		query: top.query,
		setQuery: (query) => setStack((levels) => [...levels.slice(0, -1), { level: top.level, query }]),
		push: (level) => setStack((levels) => [...levels, { level, query: "" }]),
		back,
		close: onClose,
	};
	return (
		<SurfaceDialog label="Command palette" width={680} className={highSurface} onEscape={back} onClose={onClose}>
			<LevelView key={stack.length} level={top.level} steering={steering} />
		</SurfaceDialog>
	);
};

const LevelView = ({ level, steering }: { level: Level; steering: Steering }) => {
	switch (level.kind) {
		case "root":
			return <RootLevel steering={steering} />;
		case "applicant":
			return <ApplicantLevel applicant={level.applicant} steering={steering} />;
		case "stages":
			return <StagesLevel applicant={level.applicant} steering={steering} />;
		case "compare":
			return <CompareLevel applicant={level.applicant} steering={steering} />;
		case "move":
			return <MoveLevel applicant={level.applicant} step={level.step} steering={steering} />;
		case "prompt":
			return <PromptLevel command={level.command} steering={steering} />;
	}
};
