import { useEffect, useState } from "react";
import type { Command } from "#app/shell/commands";
import { CommentForm } from "#app/shell/palette/comment-form";
import type { Steering } from "#app/shell/palette/level";
import { StageBadge } from "#app/ui/badge";
import { problems } from "#worker/contract/problems";

interface PromptLevelProps {
	command: Command;
	steering: Steering;
}

/** The comment of a command that asks for one, below what the command would do. */
export const PromptLevel = ({ command: { title, stage, prompt }, steering }: PromptLevelProps) => {
	const [about, setAbout] = useState<{ sentence: string; option?: string | undefined }>({ sentence: "Counting…" });
	useEffect(() => {
		let isHere = true;
		prompt?.about?.().then((told) => isHere && setAbout(told));
		return () => {
			isHere = false;
		};
	}, [prompt]);
	if (!prompt) return null;
	const run = async (text: string, isOptionChosen: boolean) => {
		let failure: string | undefined;
		try {
			failure = await prompt.run(text, isOptionChosen);
		} catch (error) {
			// why: a command that could not even ask, as fetch says when the line is down; the text stays.
			if (!(error instanceof TypeError)) throw error;
			return problems.network.message;
		}
		if (failure === undefined) steering.close();
		return failure;
	};
	return (
		<CommentForm
			title={
				<>
					<span className="font-medium">{title}</span>
					{stage && <StageBadge type={stage.type} name={stage.name} />}
				</>
			}
			about={prompt.about && about.sentence}
			option={about.option}
			label={prompt.label}
			submitLabel={prompt.submitLabel}
			onSubmit={run}
			onBack={steering.back}
		/>
	);
};
