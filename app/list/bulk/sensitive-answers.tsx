interface SensitiveAnswersProps {
	/** Whether the user may reveal sensitive answers. */
	mayReveal: boolean;
	isClear: boolean;
}

/** Asks whether a file has sensitive answers as they are; they are masked for users who may not reveal them. */
export const SensitiveAnswers = ({ mayReveal, isClear }: SensitiveAnswersProps) =>
	mayReveal ? (
		<label className="flex min-h-6 items-start gap-2.5">
			<input type="checkbox" name="isClear" defaultChecked={isClear} className="checkbox -mt-0.5!" />
			<span>
				<span className="block">Sensitive answers as they are</span>
				<span className="block text-sm text-text-3">
					Masked otherwise. The activity log says that you had them, and of how many applicants.
				</span>
			</span>
		</label>
	) : (
		<p className="text-text-2">Sensitive answers are masked.</p>
	);
