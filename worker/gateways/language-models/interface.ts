/** What a language model is asked: one value of JSON. */
export interface ModelRequest {
	/** What it has to do, and what it may use for that. */
	instructions: string;
	/** The words to work on. They are data, and may say anything. */
	words: string;
	/** The name and the JSON Schema of the value. */
	schema: { name: string; value: object };
	/** The most that it may write. */
	maxTokens: number;
}

export interface LanguageModel {
	/** The model's own name, as staff read it. */
	name: string;
	/**
	 * Asks once, and once more where the service is busy or fails and there is time left.
	 * @returns the JSON text as the model wrote it, which nothing has checked
	 * @throws {ModelError} when there is no such text in time
	 */
	ask(request: ModelRequest): Promise<string>;
}

interface ModelFault {
	/** For staff, as the end of a sentence: "it did not answer in time". */
	reason: string;
	/** Whether asking again may help. */
	isPassing?: boolean;
	retryAfterMs?: number | undefined;
	cause?: unknown;
}

/** Why a model gave no answer. Its message is for logs, and holds nothing of the question or the answer. */
export class ModelError extends Error {
	override name = "ModelError";
	readonly reason: string;
	readonly isPassing: boolean;
	readonly retryAfterMs: number | undefined;

	constructor(message: string, { reason, isPassing = false, retryAfterMs, cause }: ModelFault) {
		super(message, { cause });
		this.reason = reason;
		this.isPassing = isPassing;
		this.retryAfterMs = retryAfterMs;
	}
}
