import type { Lexicon, Meaning } from "#worker/services/assistant/translate/lexicon";
import { type Token, wordsOf } from "#worker/services/assistant/translate/tokens";

const phrases = new Map<string, string[]>();
const wordsOfPhrase = (phrase: string): string[] => {
	const words = phrases.get(phrase) ?? (/^[^\p{L}\p{N}]+$/u.test(phrase) ? [phrase] : wordsOf(phrase));
	phrases.set(phrase, words);
	return words;
};

/** Goes through the tokens of a text. */
export class Reader {
	here = 0;
	constructor(
		readonly tokens: readonly Token[],
		readonly lexicon: Lexicon,
	) {}

	get isAtEnd(): boolean {
		return this.here >= this.tokens.length;
	}

	/** Returns what `read` returns, and goes back where that is nothing. */
	attempt<T>(read: () => T | undefined): T | undefined {
		const from = this.here;
		const found = read();
		if (found === undefined) this.here = from;
		return found;
	}

	/** Checks whether a phrase comes next. */
	sees(phrase: string): boolean {
		return wordsOfPhrase(phrase).every((word, index) => this.tokens[this.here + index]?.word === word);
	}

	/** Goes past a phrase if it comes next. */
	eat(phrase: string): boolean {
		if (!this.sees(phrase)) return false;
		this.here += wordsOfPhrase(phrase).length;
		return true;
	}

	/** Goes past the first of the phrases that comes next. */
	eatAny(...some: readonly string[]): boolean {
		return some.some((phrase) => this.eat(phrase));
	}

	/** Goes past all of these words. */
	skip(...words: readonly string[]): void {
		while (!this.isAtEnd && words.some((word) => this.eat(word)));
	}

	number(): number | undefined {
		const value = this.tokens[this.here]?.number;
		if (value !== undefined) this.here++;
		return value;
	}

	/** Reads the longest phrase that means something of this kind. */
	meaning<Kind extends Meaning["is"]>(...kinds: readonly Kind[]): Extract<Meaning, { is: Kind }>[] | undefined {
		for (let size = Math.min(this.lexicon.longest, this.tokens.length - this.here); size > 0; size--) {
			const phrase = this.tokens.slice(this.here, this.here + size).map(({ word }) => word);
			const found = (this.lexicon.meanings.get(phrase.join(" ")) ?? []).filter(
				(meaning): meaning is Extract<Meaning, { is: Kind }> => kinds.some((kind) => kind === meaning.is),
			);
			if (found.length === 0) continue;
			this.here += size;
			return found;
		}
		return undefined;
	}
}
