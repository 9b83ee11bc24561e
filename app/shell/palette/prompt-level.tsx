import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Command, CommandPrompt } from "#app/shell/commands";
import { CommentForm } from "#app/shell/palette/comment-form";
import type { CommentPreview } from "#app/shell/palette/comment-preview";
import type { Steering } from "#app/shell/palette/level";
import type { RouteAnswer } from "#app/shell/palette/route-data";
import { StageBadge } from "#app/ui/badge";

interface PromptLevelProps {
	command: Command;
	steering: Steering;
}

/** The comment of a command that asks for one, below the consequences. */
export const PromptLevel = ({ command: { title, stage, prompt }, steering }: PromptLevelProps) =>
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
