<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>main</name>
    <message>
        <source>Private hyperparameter search with a budget that is kept.</source>
        <translation>Private Hyperparametersuche mit einem Budget, das gehalten wird.</translation>
    </message>
    <message>
        <source>Light or dark, whatever the system says.</source>
        <translation>Hell oder dunkel, was immer das System sagt.</translation>
    </message>
    <message>
        <source>Write a picture of every view into DIR and quit.</source>
        <translation>Von jeder Ansicht ein Bild nach DIR schreiben und beenden.</translation>
    </message>
    <message>
        <source>Start the search that FILE.toml asks for, or go on with the project&apos;s.</source>
        <translation>Die Suche beginnen, die FILE.toml verlangt, oder die des Projekts fortsetzen.</translation>
    </message>
    <message>
        <source>A project (.parsimony), here or on a server (ssh://user@host/path), or feature files.</source>
        <translation>Ein Projekt (.parsimony), hier oder auf einem Server (ssh://user@host/Pfad), oder Merkmalsdateien.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui</name>
    <message>
        <source>%1 has %2 dimension(s); features need two: records × numbers.</source>
        <translation>%1 hat %2 Dimension(en); Merkmale brauchen zwei: Datensätze × Zahlen.</translation>
    </message>
    <message>
        <source>any length</source>
        <translation>beliebige Länge</translation>
    </message>
    <message>
        <source>%1 holds %2; labels must be whole numbers.</source>
        <translation>%1 enthält %2; Label müssen ganze Zahlen sein.</translation>
    </message>
    <message>
        <source>%1 records but %2 labels.</source>
        <translation>%1 Datensätze, aber %2 Label.</translation>
    </message>
    <message>
        <source>%1 numbers per record, but training has %2.</source>
        <translation>%1 Zahlen je Datensatz, das Training hat aber %2.</translation>
    </message>
    <message>
        <source>%1 is neither a matrix of features nor a list of whole-number labels.</source>
        <translation>%1 ist weder eine Merkmalsmatrix noch eine Liste ganzzahliger Label.</translation>
    </message>
    <message>
        <source>%1 has no labels: drop them too, or choose them beside it.</source>
        <translation>%1 hat keine Klassenlabel: ebenfalls hierherziehen oder daneben auswählen.</translation>
    </message>
    <message>
        <source>exp.</source>
        <translation>Exp.</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>score ± se</source>
        <translation>Bewertung ± SF</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Number of the trial in this project&apos;s ledger.</source>
        <translation>Nummer des Versuchs im Kassenbuch dieses Projekts.</translation>
    </message>
    <message>
        <source>The experiment that the trial belongs to.</source>
        <translation>Das Experiment, zu dem der Versuch gehört.</translation>
    </message>
    <message>
        <source>Early phases are cheap and noisy; the final run takes what is left.</source>
        <translation>Frühe Phasen sind billig und verrauscht; der Endlauf nimmt, was übrig ist.</translation>
    </message>
    <message>
        <source>Total step size r = η · T: the one knob that the search looks for. With a * the largest learning rate kept it from what was drawn.</source>
        <translation>Gesamtschrittweite r = η · T: die eine Größe, die die Suche sucht. Mit einem * hielt die größte Lernrate es von dem ab, was gezogen wurde.</translation>
    </message>
    <message>
        <source>ν: how much noise the finished weights put on a logit. Known without looking at data.</source>
        <translation>ν: wie viel Rauschen die fertigen Gewichte auf einen Logit bringen. Bekannt, ohne Daten anzusehen.</translation>
    </message>
    <message>
        <source>Learning rate η: how far one step moves the weights.</source>
        <translation>Lernrate η: wie weit ein Schritt die Gewichte bewegt.</translation>
    </message>
    <message>
        <source>Number of training steps T.</source>
        <translation>Anzahl der Trainingsschritte T.</translation>
    </message>
    <message>
        <source>Noise multiplier σ: noise standard deviation divided by the clipping norm.</source>
        <translation>Rauschfaktor σ: Standardabweichung des Rauschens geteilt durch die Kappungsnorm.</translation>
    </message>
    <message>
        <source>Clipping norm c: the most that one record can add to a gradient sum.</source>
        <translation>Kappungsnorm c: das Meiste, was ein Datensatz zu einer Gradientensumme beitragen kann.</translation>
    </message>
    <message>
        <source>ε of this trial alone, its score included. Smaller is more private.</source>
        <translation>ε dieses Versuchs allein, mit seiner Bewertung. Kleiner ist privater.</translation>
    </message>
    <message>
        <source>μ of Gaussian differential privacy. Trials add up as squares: μ² = Σ μᵢ².</source>
        <translation>μ der Gaußschen Differential Privacy. Versuche addieren sich als Quadrate: μ² = Σ μᵢ².</translation>
    </message>
    <message>
        <source>Share of records predicted right, with noise that is paid for, and its standard error.</source>
        <translation>Anteil richtig vorhergesagter Datensätze, mit bezahltem Rauschen, und sein Standardfehler.</translation>
    </message>
    <message>
        <source>Planned, reserved, running, interrupted, finished, failed, cancelled or lost.</source>
        <translation>Geplant, reserviert, laufend, unterbrochen, fertig, gescheitert, abgebrochen oder verloren.</translation>
    </message>
    <message>
        <source>final</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>phase %1</source>
        <translation>Phase %1</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>Mittel von %1</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>class counts</source>
        <translation>Klassenanzahlen</translation>
    </message>
    <message>
        <source>flatness</source>
        <translation>Flachheit</translation>
    </message>
    <message>
        <source>look at the prior</source>
        <translation>Blick auf das Vorwissen</translation>
    </message>
    <message>
        <source>look</source>
        <translation>Blick</translation>
    </message>
    <message>
        <source>look at %1</source>
        <translation>Blick auf %1</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Not started: nothing has been reserved for it yet.</source>
        <translation>Nicht begonnen: Noch ist nichts dafür reserviert.</translation>
    </message>
    <message>
        <source>Its worst-case spend is committed to the ledger; its data has not been opened yet.</source>
        <translation>Seine höchste Ausgabe steht im Kassenbuch; seine Daten sind noch nicht geöffnet.</translation>
    </message>
    <message>
        <source>Training now. Its spend is already committed.</source>
        <translation>Trainiert gerade. Seine Ausgabe ist schon festgeschrieben.</translation>
    </message>
    <message>
        <source>It began, and nobody runs its experiment now. Its spend stays committed.</source>
        <translation>Begonnen, doch niemand führt sein Experiment gerade aus. Seine Ausgabe bleibt festgeschrieben.</translation>
    </message>
    <message>
        <source>Done; its result is released and paid for.</source>
        <translation>Fertig; sein Ergebnis ist veröffentlicht und bezahlt.</translation>
    </message>
    <message>
        <source>It failed after its reservation: the charge stays.</source>
        <translation>Nach der Reservierung gescheitert: Die Belastung bleibt.</translation>
    </message>
    <message>
        <source>It was cancelled after its reservation: the charge stays.</source>
        <translation>Nach der Reservierung abgebrochen: Die Belastung bleibt.</translation>
    </message>
    <message>
        <source>Its checkpoint could not be continued: the charge stays.</source>
        <translation>Sein Zwischenstand ließ sich nicht fortsetzen: Die Belastung bleibt.</translation>
    </message>
    <message>
        <source>The server is of a later version and says what this one has no word for. Its spend stays committed.</source>
        <translation>Der Server ist von einer späteren Version und sagt, wofür diese kein Wort hat. Seine Ausgabe bleibt gebunden.</translation>
    </message>
    <message>
        <source>%1: %2 of its people are in part “%3” of %4 (%5 rows)</source>
        <translation>%1: %2 seiner Personen sind im Teil „%3“ von %4 (%5 Zeilen)</translation>
    </message>
    <message>
        <source>%1: %2 of its rows lie in part “%3” of %4 (%5 rows)</source>
        <translation>%1: %2 seiner Zeilen liegen im Teil „%3“ von %4 (%5 Zeilen)</translation>
    </message>
    <message>
        <source>, which is public: no guarantee can cover them any more</source>
        <translation>, der öffentlich ist: keine Garantie kann sie mehr schützen</translation>
    </message>
    <message>
        <source>, which is public</source>
        <translation>, der öffentlich ist</translation>
    </message>
    <message>
        <source>: too few to count as the same data</source>
        <translation>: zu wenige, um als dieselben Daten zu gelten</translation>
    </message>
    <message>
        <source>: the same data, with ε %1 spent on it so far</source>
        <translation>: dieselben Daten, bisher mit ε %1 belastet</translation>
    </message>
    <message>
        <source>: the same data, nothing spent on it yet</source>
        <translation>: dieselben Daten, noch nicht belastet</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Words of your own to find trials by: tags:good filters for them.</source>
        <translation>Eigene Wörter, um Versuche zu finden: tags:gut filtert danach.</translation>
    </message>
    <message>
        <source>A remark of your own. Each change is a row of the ledger; the last one counts.</source>
        <translation>Eine eigene Bemerkung. Jede Änderung ist eine Zeile im Kassenbuch; die letzte gilt.</translation>
    </message>
    <message>
        <source>winner</source>
        <translation>Gewinner</translation>
    </message>
    <message>
        <source>%1 holds labels only: drop the features that they belong to as well.</source>
        <translation>%1 enthält nur Labels: auch die Merkmale dazu hierherziehen.</translation>
    </message>
    <message>
        <source>step %1/%2</source>
        <translation>Schritt %1/%2</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>trainer</source>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <source>How the experiment looked for its settings.</source>
        <translation>Wie das Experiment seine Einstellungen gesucht hat.</translation>
    </message>
    <message>
        <source>Sample rate q, where the search chose it: the chance of a record to be in a step&apos;s sample.</source>
        <translation>Stichprobenrate q, wo die Suche sie gewählt hat: die Wahrscheinlichkeit eines Datensatzes, in der Stichprobe eines Schritts zu sein.</translation>
    </message>
    <message>
        <source>The encoder whose features the trial read, where the search chose among several.</source>
        <translation>Der Encoder, dessen Merkmale der Versuch gelesen hat, wo die Suche unter mehreren gewählt hat.</translation>
    </message>
    <message>
        <source>How the experiment trains under its noise.</source>
        <translation>Wie das Experiment unter seinem Rauschen trainiert.</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>Schrumpfung</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>Ridge</translation>
    </message>
    <message>
        <source>Gram share</source>
        <translation>Gram-Anteil</translation>
    </message>
    <message>
        <source>initial scale</source>
        <translation>Anfangsfaktor</translation>
    </message>
    <message>
        <source>Momentum ρ, where the search chose it: the share of the last step that is kept in the next.</source>
        <translation>Momentum ρ, wo die Suche es wählte: der Anteil des letzten Schritts, der im nächsten bleibt.</translation>
    </message>
    <message>
        <source>Weight decay, where the search chose it.</source>
        <translation>Schrumpfung der Gewichte, wo die Suche sie wählte.</translation>
    </message>
    <message>
        <source>Ridge of a second-order trainer, where the search chose it.</source>
        <translation>Ridge eines Trainers zweiter Ordnung, wo die Suche ihn wählte.</translation>
    </message>
    <message>
        <source>Share of the run&apos;s μ² that the matrix takes, where the search chose it.</source>
        <translation>Anteil des μ² des Laufs, den die Matrix nimmt, wo die Suche ihn wählte.</translation>
    </message>
    <message>
        <source>α of DP-LS, where the search chose it: the weight of the matrix of all records beside those of each class.</source>
        <translation>α von DP-LS, wo die Suche es wählte: das Gewicht der Matrix aller Datensätze neben denen der Klassen.</translation>
    </message>
    <message>
        <source>What the initial weights are multiplied by, where the search chose it.</source>
        <translation>Womit die Anfangsgewichte malgenommen werden, wo die Suche es wählte.</translation>
    </message>
    <message>
        <source>trial %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
    <message>
        <source>takes ε</source>
        <translation>nimmt ε</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Arrays (%1);;All files (*)</source>
        <translation>Arrays (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 records in %2, but %3 has %4: rows in the same order must be as many.</source>
        <translation>%1 Datensätze in %2, aber %3 hat %4: Zeilen in derselben Reihenfolge müssen gleich viele sein.</translation>
    </message>
    <message>
        <source>%1 has no rows of %2: that set is left out, as each encoder needs its own.</source>
        <translation>%1 hat keine Zeilen von %2: Diese Menge ist weggelassen, denn jeder Encoder braucht seine eigene.</translation>
    </message>
    <message>
        <source>%1 has no train part: an encoder is a folder with train.npy, or a file with x_train.</source>
        <translation>%1 hat keinen Trainingsteil: Ein Encoder ist ein Ordner mit train.npy oder eine Datei mit x_train.</translation>
    </message>
    <message>
        <source>%1 is there already, as the encoder %2.</source>
        <translation>%1 ist schon da, als Encoder %2.</translation>
    </message>
    <message>
        <source>A name has letters, digits, &apos;_&apos;, &apos;-&apos; and &apos;.&apos; alone.</source>
        <translation>Ein Name hat nur Buchstaben, Ziffern, „_“, „-“ und „.“.</translation>
    </message>
    <message>
        <source>Another encoder is called %1.</source>
        <translation>Ein anderer Encoder heißt %1.</translation>
    </message>
    <message>
        <source>Encoders are joined row by row: say that they are in the same order.</source>
        <translation>Encoder werden Zeile für Zeile verbunden: angeben, dass sie in derselben Reihenfolge stehen.</translation>
    </message>
    <message>
        <source>Its parts are %1, those of %2 are %3: encoders must have the same parts.</source>
        <translation>Seine Teile sind %1, die von %2 sind %3: Encoder müssen dieselben Teile haben.</translation>
    </message>
    <message>
        <source>Nothing says which of these rows are those of %1: choose the ids of both, name an id column, or say that they are in the same order.</source>
        <translation>Nichts sagt, welche dieser Zeilen die von %1 sind: die Kennungen beider wählen, eine Spalte mit Kennungen nennen, oder angeben, dass sie in derselben Reihenfolge stehen.</translation>
    </message>
    <message>
        <source>The rows that are here do not all lie in one folder or file under the usual names (train.npy and train_labels.npy, or x_train and y_train): open that folder or file first, then add another encoder.</source>
        <translation>Die Zeilen, die hier sind, liegen nicht alle in einem Ordner oder einer Datei unter den üblichen Namen (train.npy und train_labels.npy, oder x_train und y_train): erst diesen Ordner oder diese Datei öffnen, dann einen weiteren Encoder hinzufügen.</translation>
    </message>
    <message>
        <source>There is no train part in it: train.npy in a folder, or x_train in a file.</source>
        <translation>Darin ist kein Trainingsteil: train.npy in einem Ordner oder x_train in einer Datei.</translation>
    </message>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>%1 has no labels of its own: name the column that holds them under More about the data, or drop them too.</source>
        <translation>%1 hat keine eigenen Labels: unter „Mehr zu den Daten“ die Spalte nennen, in der sie stehen, oder ihre Datei dazulegen.</translation>
    </message>
    <message>
        <source>mean again</source>
        <translation>Mittel nochmals</translation>
    </message>
    <message>
        <source>counts again</source>
        <translation>Anzahlen nochmals</translation>
    </message>
    <message>
        <source>r from %1 to %2</source>
        <translation>r von %1 bis %2</translation>
    </message>
    <message>
        <source>r where ν lies from %1 to %2</source>
        <translation>r dort, wo ν von %1 bis %2 liegt</translation>
    </message>
    <message>
        <source>T of %1</source>
        <translation>T aus %1</translation>
    </message>
    <message>
        <source>η of %1</source>
        <translation>η aus %1</translation>
    </message>
    <message>
        <source>Draws %1.</source>
        <translation>Zieht %1.</translation>
    </message>
    <message>
        <source>Searches %1: %2 combinations.</source>
        <translation>Sucht %1: %2 Kombinationen.</translation>
    </message>
    <message>
        <source>A run costs the same with each.</source>
        <translation>Ein Lauf kostet mit jeder dasselbe.</translation>
    </message>
    <message>
        <source>%1 at q = %2, T = %3</source>
        <translation>%1 bei q = %2, T = %3</translation>
    </message>
    <message>
        <source>Noise σ = %1, whatever the scores.</source>
        <translation>Rauschen σ = %1, was auch die Bewertungen sind.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::AccessTableModel</name>
    <message>
        <source>rows hashed, to know them again</source>
        <translation>Zeilen gehasht, um sie wiederzuerkennen</translation>
    </message>
    <message>
        <source>budget reserved</source>
        <translation>Budget reserviert</translation>
    </message>
    <message>
        <source>opened by a trial</source>
        <translation>von einem Versuch geöffnet</translation>
    </message>
    <message>
        <source>curator values looked at</source>
        <translation>Kuratorwerte angesehen</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>access to private rows</source>
        <translation>Zugriff auf private Zeilen</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>trial</source>
        <translation>Versuch</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::AuditPage</name>
    <message>
        <source>Another file of this project: a backup, or what a colleague sent</source>
        <translation>Eine andere Datei dieses Projekts: eine Sicherung oder was jemand geschickt hat</translation>
    </message>
    <message>
        <source>Another file of this project</source>
        <translation>Eine andere Datei dieses Projekts</translation>
    </message>
    <message>
        <source>Parsimony projects (*.parsimony)</source>
        <translation>Parsimony-Projekte (*.parsimony)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Verifies both and says whether they hold the same rows or where they part: what was reserved up to there may have been released twice.</source>
        <translation>Prüft beide und sagt, ob sie dieselben Zeilen halten oder wo sie sich trennen: Was bis dorthin reserviert war, kann zweimal veröffentlicht worden sein.</translation>
    </message>
    <message>
        <source>Copy a receipt</source>
        <translation>Quittung kopieren</translation>
    </message>
    <message>
        <source>Six lines for the clipboard, to mail or print before data is opened: whoever has them finds a ledger that was rewritten as a whole since.</source>
        <translation>Sechs Zeilen für die Zwischenablage, zu mailen oder zu drucken, bevor Daten geöffnet werden: Wer sie hat, findet ein Kassenbuch, das seither als Ganzes neu geschrieben wurde.</translation>
    </message>
    <message>
        <source>Verify the ledger</source>
        <translation>Kassenbuch prüfen</translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation>Prüfung läuft</translation>
    </message>
    <message>
        <source>Tip of the chain</source>
        <translation>Spitze der Kette</translation>
    </message>
    <message>
        <source>The hash of the last row. Note it somewhere else: a later audit can then prove that nothing before it was changed or cut off.</source>
        <translation>Der Hash der letzten Zeile. Anderswo notieren: Eine spätere Prüfung kann dann beweisen, dass davor nichts geändert oder abgeschnitten wurde.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>what is wrong</source>
        <translation>was nicht stimmt</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>Could not be verified</source>
        <translation>Konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>Not verified yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Verifying walks the whole chain: its hashes, the order of what happened, every event recomputed from its plan, every account against its cap. It changes nothing.</source>
        <translation>Die Prüfung geht die ganze Kette durch: ihre Hashes, die Reihenfolge, jedes Ereignis aus seinem Plan nachgerechnet, jedes Konto gegen seine Obergrenze. Sie ändert nichts.</translation>
    </message>
    <message>
        <source>A project&apos;s ledger can be verified here: every spend, in order, recomputed. Open or run something first.</source>
        <translation>Hier lässt sich das Kassenbuch eines Projekts prüfen: jede Ausgabe, der Reihe nach, nachgerechnet. Zuerst etwas öffnen oder ausführen.</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>Prüfung läuft …</translation>
    </message>
    <message>
        <source>✓ The ledger holds</source>
        <translation>✓ Das Kassenbuch stimmt</translation>
    </message>
    <message>
        <source>%1 problems found</source>
        <translation>%1 Probleme gefunden</translation>
    </message>
    <message>
        <source>1 problem found</source>
        <translation>1 Problem gefunden</translation>
    </message>
    <message>
        <source>%1 rows verified. Tip of the chain:</source>
        <translation>%1 Zeilen geprüft. Spitze der Kette:</translation>
    </message>
    <message>
        <source>1 row verified. Tip of the chain:</source>
        <translation>1 Zeile geprüft. Spitze der Kette:</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (simuliert)</translation>
    </message>
    <message>
        <source>Accesses to private rows</source>
        <translation>Zugriffe auf private Zeilen</translation>
    </message>
    <message>
        <source>%1 accesses to private rows, newest first</source>
        <translation>%1 Zugriffe auf private Zeilen, neueste zuerst</translation>
    </message>
    <message>
        <source>1 access to private rows</source>
        <translation>1 Zugriff auf private Zeilen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::BudgetGauge</name>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>spent %1, reserved %2, the plan would take %3, of %4 (ε)</source>
        <translation>verbraucht %1, reserviert %2, der Plan nähme %3, von %4 (ε)</translation>
    </message>
    <message>
        <source>The bar counts μ², on which charges add up; ε does not add up.</source>
        <translation>Der Balken zählt μ², in dem sich Belastungen addieren; ε addiert sich nicht.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::BudgetSection</name>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Raise the cap…</source>
        <translation>Obergrenze anheben …</translation>
    </message>
    <message>
        <source>The cap was promised to the people in the data. Raising it is written to the ledger for good, and every later report says so.</source>
        <translation>Die Obergrenze wurde den Menschen in den Daten versprochen. Sie anzuheben steht für immer im Kassenbuch, und jeder spätere Bericht sagt es.</translation>
    </message>
    <message>
        <source>New ε</source>
        <translation>Neues ε</translation>
    </message>
    <message>
        <source>The new total; it must be larger than the present one.</source>
        <translation>Das neue Ganze; es muss größer sein als das jetzige.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>A sentence for whoever reads the ledger later.</source>
        <translation>Ein Satz für alle, die das Kassenbuch später lesen.</translation>
    </message>
    <message>
        <source>Raise the cap</source>
        <translation>Obergrenze anheben</translation>
    </message>
    <message>
        <source>Give ε and δ: the split appears here as you edit it, before anything is touched.</source>
        <translation>ε und δ angeben: Die Aufteilung erscheint hier beim Bearbeiten, bevor etwas angefasst wird.</translation>
    </message>
    <message>
        <source>%1 trials in %2 phases, then one final run with ε %3.</source>
        <translation>%1 Versuche in %2 Phasen, dann ein Endlauf mit ε %3.</translation>
    </message>
    <message>
        <source>1 trial, then one final run with ε %1.</source>
        <translation>1 Versuch, dann ein Endlauf mit ε %1.</translation>
    </message>
    <message>
        <source>%1 trials in one phase, then one final run with ε %2.</source>
        <translation>%1 Versuche in einer Phase, dann ein Endlauf mit ε %2.</translation>
    </message>
    <message>
        <source>Two short pilots where their scores can tell something, then one run that builds on them: the plan shows which.</source>
        <translation>Zwei kurze Vorläufe, wo ihre Bewertungen etwas sagen, dann ein Lauf, der auf ihnen aufbaut: Der Plan zeigt es.</translation>
    </message>
    <message>
        <source>This method has no phases: one run takes it all.</source>
        <translation>Diese Methode hat keine Phasen: Ein Lauf nimmt alles.</translation>
    </message>
    <message>
        <source>The phases cost more than the total: ε %1 is missing. Make them cheaper or fewer.</source>
        <translation>Die Phasen kosten mehr als das Ganze: Es fehlt ε %1. Billiger oder weniger machen.</translation>
    </message>
    <message>
        <source>ε %1 · δ %2</source>
        <translation>ε %1 · δ %2</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>for ± %1 points</source>
        <translation>für ± %1 Punkte</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::BudgetStrip</name>
    <message>
        <source>%1 (%2 views of %3)</source>
        <translation>%1 (%2 Ansichten zu je %3)</translation>
    </message>
    <message>
        <source>No data yet: nothing has been touched, nothing is spent.</source>
        <translation>Noch keine Daten: Nichts ist angefasst, nichts verbraucht.</translation>
    </message>
    <message>
        <source>ε %1 of %2 spent</source>
        <translation>ε %1 von %2 verbraucht</translation>
    </message>
    <message>
        <source>ε %1 simulated in all runs</source>
        <translation>ε %1 simuliert in allen Läufen</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>%1 reserviert</translation>
    </message>
    <message>
        <source>a run of %1 still fits</source>
        <translation>ein Lauf von %1 passt noch</translation>
    </message>
    <message>
        <source>nothing left</source>
        <translation>nichts übrig</translation>
    </message>
    <message>
        <source>δ %1</source>
        <translation>δ %1</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 classes</source>
        <translation>%1 Klassen</translation>
    </message>
    <message>
        <source>public data, simulated budget</source>
        <translation>öffentliche Daten, simuliertes Budget</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privat</translation>
    </message>
    <message>
        <source>This data was declared public: no budget is enforced. ε is what the same run would have cost on private data.</source>
        <translation>Diese Daten wurden für öffentlich erklärt: Kein Budget wird durchgesetzt. ε ist, was derselbe Lauf auf privaten Daten gekostet hätte.</translation>
    </message>
    <message>
        <source>Budgets are enforced. What leaves this window as released is covered by the guarantee.</source>
        <translation>Budgets werden durchgesetzt. Was dieses Fenster als veröffentlicht verlässt, deckt die Garantie.</translation>
    </message>
    <message>
        <source>curator values shown</source>
        <translation>Kuratorwerte sichtbar</translation>
    </message>
    <message>
        <source>Values that no guarantee covers are visible. The ledger says that they were looked at.</source>
        <translation>Werte, die keine Garantie deckt, sind sichtbar. Das Kassenbuch hält fest, dass sie angesehen wurden.</translation>
    </message>
    <message>
        <source>Nothing has been touched, nothing is spent.</source>
        <translation>Nichts ist angefasst, nichts verbraucht.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::CalculatorPage</name>
    <message>
        <source>&amp;Noise σ</source>
        <translation>&amp;Rauschen σ</translation>
    </message>
    <message>
        <source>Noise multiplier of one release: noise standard deviation over sensitivity.</source>
        <translation>Rauschfaktor einer Veröffentlichung: Standardabweichung des Rauschens durch Sensitivität.</translation>
    </message>
    <message>
        <source>&amp;Releases T</source>
        <translation>&amp;Veröffentl. T</translation>
    </message>
    <message>
        <source>How many releases; full-batch training makes one per step.</source>
        <translation>Wie viele Veröffentlichungen; Training mit vollem Batch macht eine pro Schritt.</translation>
    </message>
    <message>
        <source>&amp;δ</source>
        <translation>&amp;δ</translation>
    </message>
    <message>
        <source>The δ at which ε is read off the profile.</source>
        <translation>Das δ, bei dem ε am Profil abgelesen wird.</translation>
    </message>
    <message>
        <source>&amp;ε</source>
        <translation>&amp;ε</translation>
    </message>
    <message>
        <source>A positive number.</source>
        <translation>Eine positive Zahl.</translation>
    </message>
    <message>
        <source>1 or more.</source>
        <translation>1 oder mehr.</translation>
    </message>
    <message>
        <source>Between 0 and 1.</source>
        <translation>Zwischen 0 und 1.</translation>
    </message>
    <message>
        <source>A positive number, at most a million.</source>
        <translation>Eine positive Zahl, höchstens eine Million.</translation>
    </message>
    <message>
        <source>%1 releases with noise %2 are (%3, %4)-differentially private.</source>
        <translation>%1 Veröffentlichungen mit Rauschen %2 sind (%3, %4)-differenziell privat.</translation>
    </message>
    <message>
        <source>Fill in the fields: the profile follows.</source>
        <translation>Felder ausfüllen: Das Profil folgt.</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>zero-out</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>replace-one</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Sample rate &amp;q</source>
        <translation>Stichproben&amp;rate q</translation>
    </message>
    <message>
        <source>The chance of each record to take part in a release; 1 is all of them, always.</source>
        <translation>Die Chance jedes Datensatzes, an einer Freigabe teilzunehmen; 1 heißt immer alle.</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>What one person&apos;s presence changes. Zero-out: a row, or zeros in its place. Replace-one: a row, or another in its place (twice the sensitivity).</source>
        <translation>Was die Anwesenheit einer Person ändert. Nullsetzen: eine Zeile oder Nullen an ihrer Stelle. Ersetzen: eine Zeile oder eine andere an ihrer Stelle (doppelte Sensitivität).</translation>
    </message>
    <message>
        <source>Change it, then find what stays within it.</source>
        <translation>Ändern, dann suchen, was darin bleibt.</translation>
    </message>
    <message>
        <source>Noisy releases</source>
        <translation>Verrauschte Freigaben</translation>
    </message>
    <message>
        <source>Find σ</source>
        <translation>σ suchen</translation>
    </message>
    <message>
        <source>Find T</source>
        <translation>T suchen</translation>
    </message>
    <message>
        <source>Find q</source>
        <translation>q suchen</translation>
    </message>
    <message>
        <source>Composition</source>
        <translation>Komposition</translation>
    </message>
    <message>
        <source>A composition as a JSON list of events</source>
        <translation>Eine Komposition als JSON-Liste von Ereignissen</translation>
    </message>
    <message>
        <source>Compose</source>
        <translation>Zusammensetzen</translation>
    </message>
    <message>
        <source>ε is rounded up, noise as well. Nothing here touches data or a budget.</source>
        <translation>ε wird aufgerundet, Rauschen auch. Nichts hier berührt Daten oder ein Budget.</translation>
    </message>
    <message>
        <source>ε by each accountant</source>
        <translation>ε nach jeder Rechenart</translation>
    </message>
    <message>
        <source>accountant</source>
        <translation>Rechenart</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>Above 0, at most 1.</source>
        <translation>Über 0, höchstens 1.</translation>
    </message>
    <message>
        <source>Sub-sampled releases are composed numerically; that takes a moment.</source>
        <translation>Freigaben aus Stichproben werden numerisch zusammengesetzt; das dauert einen Moment.</translation>
    </message>
    <message>
        <source>Press one of the buttons to find what stays within this ε.</source>
        <translation>Eine der Schaltflächen sucht, was in diesem ε bleibt.</translation>
    </message>
    <message>
        <source>What the composition below would be charged at δ = %1.</source>
        <translation>Was die Komposition unten bei δ = %1 kosten würde.</translation>
    </message>
    <message>
        <source>%1 releases with noise %2 at rate %3 are (%4, %5)-differentially private.</source>
        <translation>%1 Freigaben mit Rauschen %2 und Rate %3 sind (%4, %5)-differenziell privat.</translation>
    </message>
    <message>
        <source>charged</source>
        <translation>wird belastet</translation>
    </message>
    <message>
        <source>an approximation, never charged</source>
        <translation>eine Näherung, nie belastet</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::CommandPalette</name>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ComparePage</name>
    <message>
        <source>Methods side by side</source>
        <translation>Methoden nebeneinander</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ComparePlot</name>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>ε taken</source>
        <translation>genommenes ε</translation>
    </message>
    <message>
        <source>test accuracy / %</source>
        <translation>Testgenauigkeit / %</translation>
    </message>
    <message>
        <source>Finished experiments with a released test accuracy are compared here by what they took.</source>
        <translation>Fertige Experimente mit veröffentlichter Testgenauigkeit werden hier nach ihrem Preis verglichen.</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>share of the budget (μ²) that the search took / %</source>
        <translation>Anteil des Budgets (μ²), den die Suche nahm / %</translation>
    </message>
    <message>
        <source>How to split a budget between searching and the final run: each finished experiment becomes a point here. Drag the split under Budget and run again to add one.</source>
        <translation>Wie ein Budget zwischen Suche und Endlauf aufgeteilt wird: jedes fertige Experiment wird hier ein Punkt. Die Aufteilung unter Budget ziehen und neu starten fügt einen hinzu.</translation>
    </message>
    <message>
        <source>%1 · ε %2 · search took %3 · %4 · experiment %5</source>
        <translation>%1 · ε %2 · Suche nahm %3 · %4 · Experiment %5</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ComparisonModel</name>
    <message>
        <source>Needs a random search and an oracle of the same data, trainer and options at the same ε that differ by a point or more.</source>
        <translation>Braucht eine Zufallssuche und ein Orakel mit denselben Daten, Trainer und Optionen beim selben ε, die sich um mindestens einen Punkt unterscheiden.</translation>
    </message>
    <message>
        <source>Mean and standard deviation over %1 experiments</source>
        <translation>Mittel und Standardabweichung über %1 Experimente</translation>
    </message>
    <message>
        <source>One experiment, with the standard error of the noise that it was released with</source>
        <translation>Ein Experiment, mit dem Standardfehler des Rauschens, mit dem es freigegeben wurde</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>test accuracy ±</source>
        <translation>Testgenauigkeit ±</translation>
    </message>
    <message>
        <source>Relative error rate reduction: 0 % is what random search reaches, 100 % what the best knobs would.</source>
        <translation>Relative Fehlerminderung: 0 % erreicht die Zufallssuche, 100 % die besten Einstellungen.</translation>
    </message>
    <message>
        <source>%1 classes</source>
        <translation>%1 Klassen</translation>
    </message>
    <message>
        <source>options of experiment %1</source>
        <translation>Optionen von Experiment %1</translation>
    </message>
    <message>
        <source>differs in</source>
        <translation>unterscheidet sich in</translation>
    </message>
    <message>
        <source>search took</source>
        <translation>nahm die Suche</translation>
    </message>
    <message>
        <source>Which share of the budget (μ²) the trials before the final run took</source>
        <translation>Welchen Anteil des Budgets (μ²) die Versuche vor dem Endlauf nahmen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Verwechslungsmatrix</translation>
    </message>
    <message>
        <source>%1 classes; the table beside it says how often each was right</source>
        <translation>%1 Klassen; die Tabelle daneben sagt, wie oft jede richtig war</translation>
    </message>
    <message>
        <source>predicted class; rows are the true ones</source>
        <translation>vorhergesagte Klasse; Zeilen sind die wahren</translation>
    </message>
    <message>
        <source>class %1 taken for %2: %3 times, %4 of its rows</source>
        <translation>Klasse %1 für %2 gehalten: %3-mal, %4 ihrer Zeilen</translation>
    </message>
    <message>
        <source>class %1 taken for %2: once, %3 of its rows</source>
        <translation>Klasse %1 für %2 gehalten: einmal, %3 ihrer Zeilen</translation>
    </message>
    <message>
        <source>class %1 taken for %2: about %3 times, %4 of its rows</source>
        <translation>Klasse %1 für %2 gehalten: etwa %3-mal, %4 ihrer Zeilen</translation>
    </message>
    <message>
        <source>class %1 taken for %2: about once, %3 of its rows</source>
        <translation>Klasse %1 für %2 gehalten: etwa einmal, %3 ihrer Zeilen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::DataCatalog</name>
    <message>
        <source>The folder %1 holds no file of arrays. Parsimony reads %2.</source>
        <translation>Der Ordner %1 enthält keine Datei mit Feldern. Parsimony liest %2.</translation>
    </message>
    <message>
        <source>%1 is no file of arrays. Parsimony reads %2.</source>
        <translation>%1 ist keine Datei mit Feldern. Parsimony liest %2.</translation>
    </message>
    <message>
        <source>The same records by %1 encoders, row by row in the same order. Where the order differs, ids must tie the rows.</source>
        <translation>Dieselben Datensätze von %1 Encodern, Zeile für Zeile in derselben Reihenfolge. Wo die Reihenfolge abweicht, müssen Kennungen die Zeilen verbinden.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::DataSection</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Drop feature and label files here.
Train, test and other sets are told apart by name, several encoders by their folders.</source>
        <translation>Merkmals- und Labeldateien hierherziehen.
Trainings-, Test- und andere Mengen erkennt der Name, mehrere Encoder ihr Ordner.</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Dateien öffnen …</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>The rows that training and the search look at; its account pays for both.</source>
        <translation>Die Zeilen, die Training und Suche ansehen; ihr Konto zahlt für beide.</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Rows for one noisy accuracy at the end, with an account of their own.</source>
        <translation>Zeilen für eine verrauschte Genauigkeit am Ende, mit eigenem Konto.</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Rows that score trials in place of the training rows, with an account of their own.</source>
        <translation>Zeilen, die Versuche anstelle der Trainingszeilen bewerten, mit eigenem Konto.</translation>
    </message>
    <message>
        <source>An out-of-distribution set: scored at the end, with an account of its own.</source>
        <translation>Ein Satz aus anderer Verteilung: am Ende bewertet, mit eigenem Konto.</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keine</translation>
    </message>
    <message>
        <source>curator: for your eyes only</source>
        <translation>Kurator: nur für Ihre Augen</translation>
    </message>
    <message>
        <source>Computed from private rows without a charge: no guarantee covers it. It is never part of a result, an export or a report.</source>
        <translation>Ohne Belastung aus privaten Zeilen berechnet: keine Garantie deckt es. Es ist nie Teil eines Ergebnisses, Exports oder Berichts.</translation>
    </message>
    <message>
        <source>What does the registry know of these rows?</source>
        <translation>Was weiß das Register über diese Zeilen?</translation>
    </message>
    <message>
        <source>Reads all rows and looks them up among those that any project of yours has used. Nothing is written.</source>
        <translation>Liest alle Zeilen und sucht sie unter denen, die eines Ihrer Projekte benutzt hat. Nichts wird geschrieben.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lese…</translation>
    </message>
    <message>
        <source>No remark of the engine on these rows.</source>
        <translation>Keine Bemerkung zu diesen Zeilen.</translation>
    </message>
    <message>
        <source>More about the data</source>
        <translation>Mehr zu den Daten</translation>
    </message>
    <message>
        <source>%1 of the file, public</source>
        <translation>%1 der Datei, öffentlich</translation>
    </message>
    <message>
        <source>Are rows and labels in order?</source>
        <translation>Sind Zeilen und Labels in Ordnung?</translation>
    </message>
    <message>
        <source>Reads all rows and counts those with a value that is no finite number, and labels that are none of the classes.</source>
        <translation>Liest alle Zeilen und zählt die mit einem Wert, der keine endliche Zahl ist, und Labels, die keine der Klassen sind.</translation>
    </message>
    <message>
        <source>What rows hold is the curator&apos;s: open the project with ?curator.</source>
        <translation>Was in Zeilen steht, ist dem Kurator vorbehalten: das Projekt mit ?curator öffnen.</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 files are missing</source>
        <translation>%1 Dateien fehlen</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>%1 encoders</source>
        <translation>%1 Encoder</translation>
    </message>
    <message>
        <source>1 encoder</source>
        <translation>1 Encoder</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EvaluationPanel</name>
    <message>
        <source>Test the classifier</source>
        <translation>Klassifikator prüfen</translation>
    </message>
    <message>
        <source>Test on other rows</source>
        <translation>An anderen Zeilen prüfen</translation>
    </message>
    <message>
        <source>Public rows: exact counts</source>
        <translation>Öffentliche Zeilen: genaue Zählung</translation>
    </message>
    <message>
        <source>Your claim that these rows are public. Rows that are known as private are refused.</source>
        <translation>Ihre Aussage, dass diese Zeilen öffentlich sind. Als privat bekannte Zeilen werden abgelehnt.</translation>
    </message>
    <message>
        <source>The rows become a part of this project with an account of its own; each look takes from it.</source>
        <translation>Die Zeilen werden ein Teil dieses Projekts mit eigenem Konto; jeder Blick belastet es.</translation>
    </message>
    <message>
        <source>&amp;Features</source>
        <translation>&amp;Merkmale</translation>
    </message>
    <message>
        <source>Rows to be classified, as wide as those of training.</source>
        <translation>Zu klassifizierende Zeilen, so breit wie die des Trainings.</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>&amp;Klassen</translation>
    </message>
    <message>
        <source>Their true classes.</source>
        <translation>Ihre wahren Klassen.</translation>
    </message>
    <message>
        <source>optional file</source>
        <translation>Datei, wenn gewünscht</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>A group for each row, numbers or words: an array, a column as table.csv:region, or a text with one a line. Accuracies are shown for each.</source>
        <translation>Eine Gruppe je Zeile, Zahlen oder Wörter: ein Feld, eine Spalte wie tabelle.csv:region oder ein Text mit einer je Zeile. Genauigkeiten werden je Gruppe gezeigt.</translation>
    </message>
    <message>
        <source>Label map</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>Which class a label of these rows means: lines &quot;label,class&quot;, or JSON.</source>
        <translation>Welche Klasse eine Kennung dieser Zeilen meint: Zeilen &quot;Kennung,Klasse&quot; oder JSON.</translation>
    </message>
    <message>
        <source>Classifier of %1</source>
        <translation>Klassifikator von %1</translation>
    </message>
    <message>
        <source>Other rows show here how far the classifier carries: other times, other places, other people. Exact counts per class and group need public rows.</source>
        <translation>Andere Zeilen zeigen hier, wie weit der Klassifikator trägt: andere Zeiten, Orte, Menschen. Genaue Zählungen je Klasse und Gruppe brauchen öffentliche Zeilen.</translation>
    </message>
    <message>
        <source>Choose a finished experiment above to test its classifier on other rows.</source>
        <translation>Oben ein fertiges Experiment wählen, um seinen Klassifikator an anderen Zeilen zu prüfen.</translation>
    </message>
    <message>
        <source>Choose a finished experiment above.</source>
        <translation>Oben ein fertiges Experiment wählen.</translation>
    </message>
    <message>
        <source>Name the rows and their labels, or the column that holds them.</source>
        <translation>Zeilen und Klassen angeben, oder die Spalte, die diese enthält.</translation>
    </message>
    <message>
        <source>What a record adds to the log loss at most is a number above 0.</source>
        <translation>Was ein Datensatz höchstens zum logarithmischen Verlust beiträgt, ist eine Zahl über 0.</translation>
    </message>
    <message>
        <source>Loss at most</source>
        <translation>Verlust höchstens</translation>
    </message>
    <message>
        <source>What one record adds to the log loss at most, in nats: more is counted as so much, so that the noise need not cover it.</source>
        <translation>Was ein Datensatz höchstens zum logarithmischen Verlust beiträgt, in Nat: mehr zählt als so viel, damit das Rauschen es nicht verdecken muss.</translation>
    </message>
    <message>
        <source>2 · ln(classes)</source>
        <translation>2 · ln(Klassen)</translation>
    </message>
    <message>
        <source>This project is read-only: a charge can&apos;t be written.</source>
        <translation>Dieses Projekt ist schreibgeschützt: eine Belastung kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Zähle…</translation>
    </message>
    <message>
        <source>Test, takes nothing</source>
        <translation>Prüfen, kostet nichts</translation>
    </message>
    <message>
        <source>Test, takes at most ε = %1</source>
        <translation>Prüfen, kostet höchstens ε = %1</translation>
    </message>
    <message>
        <source>of %1 private rows ± standard error of its noise. It took ε %2 of that part; ε %3 is left there.</source>
        <translation>von %1 privaten Zeilen ± Standardfehler des Rauschens. Das kostete ε %2 dieses Teils; ε %3 bleibt dort.</translation>
    </message>
    <message>
        <source>of %1 public rows, counted exactly</source>
        <translation>von %1 öffentlichen Zeilen, genau gezählt</translation>
    </message>
    <message>
        <source>; %1 left out by the label map</source>
        <translation>; %1 durch die Zuordnung ausgelassen</translation>
    </message>
    <message>
        <source>; %1 without a valid label</source>
        <translation>; %1 ohne gültige Klasse</translation>
    </message>
    <message>
        <source>drop or choose</source>
        <translation>ablegen, wählen</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Features and labels, in one file or in two. They can be dropped here as well.</source>
        <translation>Merkmale und Labels, in einer Datei oder in zweien. Sie lassen sich auch hierher ziehen.</translation>
    </message>
    <message>
        <source>Rows to test on</source>
        <translation>Zeilen, auf denen geprüft wird</translation>
    </message>
    <message>
        <source>Parsimony reads %1.</source>
        <translation>Parsimony liest %1.</translation>
    </message>
    <message>
        <source>&amp;Ids</source>
        <translation>&amp;Kennungen</translation>
    </message>
    <message>
        <source>Whose they are, where people are told apart; rows of people in the train part count as empty.</source>
        <translation>Wem sie gehören, wo Leute unterschieden werden; Zeilen von Leuten im Trainingsteil zählen als leer.</translation>
    </message>
    <message>
        <source>Private rows: noisy counts, charged</source>
        <translation>Private Zeilen: verrauschte Zählungen, belastet</translation>
    </message>
    <message>
        <source>Group names</source>
        <translation>Gruppennamen</translation>
    </message>
    <message>
        <source>The groups there are, separated by commas. They are declared: which ones occur in private rows must not be read off them.</source>
        <translation>Die Gruppen, die es gibt, durch Kommas getrennt. Sie werden erklärt: welche in privaten Zeilen vorkommen, darf ihnen nicht abgelesen werden.</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>The file is one that a run divided by these shares, and its test part alone is looked at.</source>
        <translation>Ein Lauf hat die Datei nach diesen Anteilen aufgeteilt, und nur ihr Testteil wird angesehen.</translation>
    </message>
    <message>
        <source>all its rows</source>
        <translation>alle Zeilen</translation>
    </message>
    <message>
        <source>A split is the shares of train, validation and test, as 80/10/10, or of train and test, as 80/20.</source>
        <translation>Eine Aufteilung sind die Anteile von Training, Validierung und Test, etwa 80/10/10, oder von Training und Test, etwa 80/20.</translation>
    </message>
    <message>
        <source>as in north,south</source>
        <translation>etwa nord,süd</translation>
    </message>
    <message>
        <source>AUC of class</source>
        <translation>AUC der Klasse</translation>
    </message>
    <message>
        <source>The class that the area under the ROC curve tells from the rest, as a number.</source>
        <translation>Die Klasse, die die Fläche unter der ROC-Kurve vom Rest unterscheidet, als Zahl.</translation>
    </message>
    <message>
        <source>the second of two</source>
        <translation>die zweite von zweien</translation>
    </message>
    <message>
        <source>What is released beside the accuracy. Each is a release of its own, and they share half of what the look takes.</source>
        <translation>Was außer der Genauigkeit freigegeben wird. Jedes ist eine Freigabe für sich, und sie teilen sich die Hälfte dessen, was der Blick kostet.</translation>
    </message>
    <message>
        <source>accuracy only</source>
        <translation>nur die Genauigkeit</translation>
    </message>
    <message>
        <source>%1 of %2 more</source>
        <translation>%1 von %2 weiteren</translation>
    </message>
    <message>
        <source>each class</source>
        <translation>jede Klasse</translation>
    </message>
    <message>
        <source>among the first five</source>
        <translation>unter den ersten fünf</translation>
    </message>
    <message>
        <source>log loss</source>
        <translation>Log-Verlust</translation>
    </message>
    <message>
        <source>AUC</source>
        <translation>AUC</translation>
    </message>
    <message>
        <source>confusion matrix</source>
        <translation>Verwechslungsmatrix</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>F&amp;reigabe</translation>
    </message>
    <message>
        <source>The class of the AUC is a number from 0 on.</source>
        <translation>Die Klasse der AUC ist eine Zahl ab 0.</translation>
    </message>
    <message>
        <source>Groups of private rows need their file and their names.</source>
        <translation>Gruppen privater Zeilen brauchen ihre Datei und ihre Namen.</translation>
    </message>
    <message>
        <source>Write the predicted classes…</source>
        <translation>Vorhergesagte Klassen schreiben…</translation>
    </message>
    <message>
        <source>Predicted classes</source>
        <translation>Vorhergesagte Klassen</translation>
    </message>
    <message>
        <source>Text (*.csv);;Classes and scores (*.npz);;Classes (*.npy)</source>
        <translation>Text (*.csv);;Klassen und Werte (*.npz);;Klassen (*.npy)</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Wird geschrieben…</translation>
    </message>
    <message>
        <source>The class of every row of Features and its scores, as .csv, .npz or .npy. No budget covers them: they tell as much as the rows and stay with who may see those.</source>
        <translation>Die Klasse jeder Zeile unter Merkmale und ihre Werte, als .csv, .npz oder .npy. Kein Budget deckt sie: sie verraten so viel wie die Zeilen und bleiben bei denen, die diese sehen dürfen.</translation>
    </message>
    <message>
        <source>Classes of single rows are the curator&apos;s: open the project with ?curator.</source>
        <translation>Klassen einzelner Zeilen sind dem Kurator vorbehalten: das Projekt mit ?curator öffnen.</translation>
    </message>
    <message>
        <source>More sets</source>
        <translation>Weitere Mengen</translation>
    </message>
    <message>
        <source>Looked at with the same click, each with an account of its own if it is private: NAME=FEATURES,LABELS, with semicolons between them.</source>
        <translation>Mit demselben Klick angesehen, jede mit eigenem Konto, wenn sie privat ist: NAME=MERKMALE,LABELS, mit Semikolons dazwischen.</translation>
    </message>
    <message>
        <source>night=n.npz:x,n.npz:y; rain=…</source>
        <translation>nacht=n.npz:x,n.npz:y; regen=…</translation>
    </message>
    <message>
        <source>The set that is shown</source>
        <translation>Die gezeigte Menge</translation>
    </message>
    <message>
        <source>Test %1 sets, at most ε = %2 of each</source>
        <translation>%1 Mengen testen, höchstens ε = %2 von jeder</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Groups are those of one set: test it by itself.</source>
        <translation>Gruppen gehören zu einer Menge: bitte für sich testen.</translation>
    </message>
    <message>
        <source>+ queue it</source>
        <translation>+ in die Warteschlange</translation>
    </message>
    <message>
        <source>The look is taken, and paid for, when what waits before it has finished.</source>
        <translation>Der Blick findet statt und wird bezahlt, wenn fertig ist, was davor wartet.</translation>
    </message>
    <message>
        <source>F1 of several labels</source>
        <translation>F1 mehrerer Labels</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EvaluationTable</name>
    <message>
        <source>balanced over %1 classes</source>
        <translation>ausgewogen über %1 Klassen</translation>
    </message>
    <message>
        <source>among the first five</source>
        <translation>unter den ersten fünf</translation>
    </message>
    <message>
        <source>log loss</source>
        <translation>Log-Verlust</translation>
    </message>
    <message>
        <source>AUC of class %1</source>
        <translation>AUC der Klasse %1</translation>
    </message>
    <message>
        <source>Metrics, and accuracy per class and group</source>
        <translation>Kennzahlen, und Genauigkeit je Klasse und Gruppe</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>F1 over all labels</source>
        <translation>F1 über alle Labels</translation>
    </message>
    <message>
        <source>F1, mean of %1 of %2 classes</source>
        <translation>F1, Mittel über %1 von %2 Klassen</translation>
    </message>
    <message>
        <source>log loss, each at most %1</source>
        <translation>Log-Verlust, je höchstens %1</translation>
    </message>
    <message>
        <source>F1, mean of the classes</source>
        <translation>F1, Mittel der Klassen</translation>
    </message>
    <message>
        <source>ranking precision</source>
        <translation>Genauigkeit der Rangfolge</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ExperimentTableModel</name>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>started</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>status</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ExperimentsPage</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>No experiments yet. Each run of a plan becomes one line here, with what it took and what it reached.</source>
        <translation>Noch keine Experimente. Jeder ausgeführte Plan wird hier eine Zeile, mit dem, was er nahm und erreichte.</translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Re-run…</source>
        <translation>Wiederholen …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Show this experiment on all pages.</source>
        <translation>Dieses Experiment auf allen Seiten zeigen.</translation>
    </message>
    <message>
        <source>Put its options into the forms as a new plan; nothing runs yet.</source>
        <translation>Seine Optionen als neuen Plan in die Formulare setzen; noch läuft nichts.</translation>
    </message>
    <message>
        <source>Write its classifier with a model card and the guarantee.</source>
        <translation>Seinen Klassifikator mit Modellkarte und Garantie schreiben.</translation>
    </message>
    <message>
        <source>experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::HeatmapPlot</name>
    <message>
        <source>Heatmaps</source>
        <translation>Heatmaps</translation>
    </message>
    <message>
        <source>Accuracy over learning rate and steps appears here when trials were scored on a grid of both: run a sweep under Studies, or choose grid search as the method, with lists of learning rates and steps.</source>
        <translation>Genauigkeit über Lernrate und Schritten erscheint hier, wenn Versuche auf einem Gitter aus beiden bewertet wurden: unter Studien eine Reihe laufen lassen, oder Gittersuche als Methode wählen, mit Listen von Lernraten und Schritten.</translation>
    </message>
    <message>
        <source>accuracy / %</source>
        <translation>Genauigkeit / %</translation>
    </message>
    <message>
        <source>learning rate η</source>
        <translation>Lernrate η</translation>
    </message>
    <message>
        <source>steps T</source>
        <translation>Schritte T</translation>
    </message>
    <message>
        <source>ε %1 · η %2 · T %3 · r %4 · %5</source>
        <translation>ε %1 · η %2 · T %3 · r %4 · %5</translation>
    </message>
    <message>
        <source>trial %1 of a search · %2</source>
        <translation>Versuch %1 einer Suche · %2</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::Inspector</name>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>What this look released, with its standard error.</source>
        <translation>Was dieser Blick freigegeben hat, mit seinem Standardfehler.</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>simuliert</translation>
    </message>
    <message>
        <source>public</source>
        <translation>öffentlich</translation>
    </message>
    <message>
        <source>From public data: no guarantee covers it, and none is needed.</source>
        <translation>Aus öffentlichen Daten: Keine Garantie deckt es, und keine ist nötig.</translation>
    </message>
    <message>
        <source>Trial %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>score from</source>
        <translation>Bewertung aus</translation>
    </message>
    <message>
        <source>noisy count, paid for</source>
        <translation>verrauschte Zählung, bezahlt</translation>
    </message>
    <message>
        <source>validation part</source>
        <translation>Validierungsteil</translation>
    </message>
    <message>
        <source>exact count</source>
        <translation>genaue Zählung</translation>
    </message>
    <message>
        <source>How this score was obtained.</source>
        <translation>Wie diese Bewertung gewonnen wurde.</translation>
    </message>
    <message>
        <source>%1 Gaussian releases with noise %2 times the clip; with its score this trial is μ = %3.</source>
        <translation>%1 Gaußsche Veröffentlichungen mit Rauschen vom %2-Fachen der Kappung; mit seiner Bewertung hat dieser Versuch μ = %3.</translation>
    </message>
    <message>
        <source>Takes the options of experiment %1 into the forms on the left. Nothing runs or spends until you say so.</source>
        <translation>Übernimmt die Optionen von Experiment %1 in die Formulare links. Nichts läuft und nichts wird verbraucht, bis Sie es sagen.</translation>
    </message>
    <message>
        <source>Planned experiment</source>
        <translation>Geplantes Experiment</translation>
    </message>
    <message>
        <source>Experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
    <message>
        <source>accuracy on the test rows (public data)</source>
        <translation>Genauigkeit auf den Testzeilen (öffentliche Daten)</translation>
    </message>
    <message>
        <source>balanced accuracy on the test rows (public data)</source>
        <translation>ausgewogene Genauigkeit auf den Testzeilen (öffentliche Daten)</translation>
    </message>
    <message>
        <source>balanced accuracy on the test rows ± standard error of the noise that its counts were released with</source>
        <translation>ausgewogene Genauigkeit auf den Testzeilen ± Standardfehler des Rauschens, mit dem ihre Anzahlen veröffentlicht wurden</translation>
    </message>
    <message>
        <source>accuracy on the test rows ± standard error of the noise that it was released with</source>
        <translation>Genauigkeit auf den Testzeilen ± Standardfehler des Rauschens, mit dem sie veröffentlicht wurde</translation>
    </message>
    <message>
        <source>Finished. There is no test part, so no accuracy was released.</source>
        <translation>Fertig. Es gibt keinen Testteil, also wurde keine Genauigkeit veröffentlicht.</translation>
    </message>
    <message>
        <source>takes ε</source>
        <translation>nimmt ε</translation>
    </message>
    <message>
        <source>What this experiment takes in all, fixed before it began.</source>
        <translation>Was dieses Experiment im Ganzen nimmt, vor seinem Beginn festgelegt.</translation>
    </message>
    <message>
        <source>as μ</source>
        <translation>als μ</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>How the total step size is found.</source>
        <translation>Wie die Gesamtschrittweite gefunden wird.</translation>
    </message>
    <message>
        <source>trainer</source>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>The optimiser whose steps are clipped and noised.</source>
        <translation>Das Verfahren, dessen Schritte gekappt und verrauscht werden.</translation>
    </message>
    <message>
        <source>predicted r</source>
        <translation>Prognose r</translation>
    </message>
    <message>
        <source>Where the fitted line leads for the final run.</source>
        <translation>Wohin die angepasste Gerade für den Endlauf führt.</translation>
    </message>
    <message>
        <source>used r</source>
        <translation>verwendetes r</translation>
    </message>
    <message>
        <source>The prediction lay outside the search space and was clamped to it.</source>
        <translation>Die Vorhersage lag außerhalb des Suchraums und wurde auf ihn begrenzt.</translation>
    </message>
    <message>
        <source>Accuracy on an out-of-distribution set.</source>
        <translation>Genauigkeit auf einer Menge aus anderer Verteilung.</translation>
    </message>
    <message>
        <source>%1 spent</source>
        <translation>%1 verbraucht</translation>
    </message>
    <message>
        <source>ε that the account of this part has spent so far.</source>
        <translation>ε, das das Konto dieses Teils bisher verbraucht hat.</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where the training ran.</source>
        <translation>Wo das Training lief.</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>Export the classifier…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>What you select in a plot or in the table is explained here: its numbers, what it cost, and how it can be run again.</source>
        <translation>Was in Diagramm oder Tabelle gewählt ist, wird hier erklärt: seine Zahlen, was es kostete und wie es wiederholt wird.</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Schlagworte</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Re-run this trial</source>
        <translation>Versuch wiederholen</translation>
    </message>
    <message>
        <source>Puts a single run with this trial&apos;s rate, steps, clip and ε into the forms on the left, with its price. Nothing runs or spends until you say so.</source>
        <translation>Setzt einen Einzellauf mit Rate, Schritten, Kappung und ε dieses Versuchs in die Formulare links, mit seinem Preis. Nichts läuft und nichts wird verbraucht, bis Sie es sagen.</translation>
    </message>
    <message>
        <source>Re-run experiment %1</source>
        <translation>Experiment %1 wiederholen</translation>
    </message>
    <message>
        <source>e.g. good, keep</source>
        <translation>z. B. gut</translation>
    </message>
    <message>
        <source>your remark</source>
        <translation>eigene Notiz</translation>
    </message>
    <message>
        <source>Show experiment %1</source>
        <translation>Experiment %1 zeigen</translation>
    </message>
    <message>
        <source>The trial belongs to another experiment than the one that the pages show.</source>
        <translation>Der Versuch gehört zu einem anderen Experiment als dem, das die Seiten zeigen.</translation>
    </message>
    <message>
        <source>experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>%1 differs</source>
        <translation>%1 ist verschieden</translation>
    </message>
    <message>
        <source>Two trials</source>
        <translation>Zwei Versuche</translation>
    </message>
    <message>
        <source>Two experiments</source>
        <translation>Zwei Experimente</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Their experiments</source>
        <translation>Ihre Experimente</translation>
    </message>
    <message>
        <source>micro-F1</source>
        <translation>Mikro-F1</translation>
    </message>
    <message>
        <source>macro-F1</source>
        <translation>Makro-F1</translation>
    </message>
    <message>
        <source>Of all pairs of a test record and a class: how well the predicted labels and the true ones agree.</source>
        <translation>Über alle Paare aus Testzeile und Klasse: wie gut vorhergesagte und wahre Labels übereinstimmen.</translation>
    </message>
    <message>
        <source>The mean of the classes&apos; F1, rare classes as much as common ones.</source>
        <translation>Der Mittelwert der F1 aller Klassen, seltene so viel wie häufige.</translation>
    </message>
    <message>
        <source>What made the features; of several the one that was chosen, or all.</source>
        <translation>Woraus die Merkmale stammen; von mehreren der gewählte, oder alle.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::MainWindow</name>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Data, budget and plan</source>
        <translation>Daten, Budget und Plan</translation>
    </message>
    <message>
        <source>Parsimony</source>
        <translation>Parsimony</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>New project – Parsimony</source>
        <translation>Neues Projekt – Parsimony</translation>
    </message>
    <message>
        <source>%1 – Parsimony</source>
        <translation>%1 – Parsimony</translation>
    </message>
    <message>
        <source>running · %1</source>
        <translation>läuft · %1</translation>
    </message>
    <message>
        <source> (read only)</source>
        <translation> (schreibgeschützt)</translation>
    </message>
    <message>
        <source>Saving a checkpoint before closing…</source>
        <translation>Vor dem Schließen wird ein Sicherungspunkt geschrieben …</translation>
    </message>
    <message>
        <source>The experiment has finished.</source>
        <translation>Das Experiment ist fertig.</translation>
    </message>
    <message>
        <source>The experiment is paused at a checkpoint.</source>
        <translation>Das Experiment pausiert an einem Sicherungspunkt.</translation>
    </message>
    <message>
        <source>The study has finished.</source>
        <translation>Die Studie ist fertig.</translation>
    </message>
    <message>
        <source>The study is paused.</source>
        <translation>Die Studie ist angehalten.</translation>
    </message>
    <message>
        <source>What was asked for stands in the window.</source>
        <translation>Was gefragt war, steht im Fenster.</translation>
    </message>
    <message>
        <source>The experiment has stopped: the window says why.</source>
        <translation>Das Experiment hat angehalten: Das Fenster sagt, warum.</translation>
    </message>
    <message>
        <source>A study</source>
        <translation>Eine Studie</translation>
    </message>
    <message>
        <source>Studies (*.toml);;All files (*)</source>
        <translation>Studien (*.toml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The options of experiment %1 are in the forms. Change something to see its price.</source>
        <translation>Die Optionen von Experiment %1 stehen in den Formularen. Etwas ändern, um den Preis zu sehen.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::StatusLine</name>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EngineFiles</name>
    <message>
        <source>Waiting for %1: no answer for %2 s.</source>
        <translation>Es wird auf %1 gewartet: seit %2 s keine Antwort.</translation>
    </message>
    <message>
        <source>Feature and label files</source>
        <translation>Merkmals- und Labeldateien</translation>
    </message>
    <message>
        <source>The folder where the server begins:</source>
        <translation>Der Ordner, in dem der Server beginnt:</translation>
    </message>
    <message>
        <source>There is no file in it that can be read here.</source>
        <translation>Darin ist keine Datei, die sich hier lesen lässt.</translation>
    </message>
    <message>
        <source>No folder in it, and no file *%1.</source>
        <translation>Darin ist kein Ordner und keine Datei *%1.</translation>
    </message>
    <message>
        <source>Files of %1</source>
        <translation>Dateien von %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::DataFlow</name>
    <message>
        <source>An experiment is running: its data cannot be changed now.</source>
        <translation>Ein Experiment läuft: seine Daten können jetzt nicht geändert werden.</translation>
    </message>
    <message>
        <source>The first run makes the project %1. Ctrl+S stores it elsewhere.</source>
        <translation>Der erste Lauf legt das Projekt %1 an. Strg+S legt es woandershin.</translation>
    </message>
    <message>
        <source>The same records by another encoder</source>
        <translation>Dieselben Datensätze von einem anderen Encoder</translation>
    </message>
    <message>
        <source>Where is %1 now?</source>
        <translation>Wo ist %1 jetzt?</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ResultFiles</name>
    <message>
        <source>There is no trained classifier yet: run a plan first.</source>
        <translation>Es gibt noch keinen trainierten Klassifikator: zuerst einen Plan ausführen.</translation>
    </message>
    <message>
        <source>There is nothing to report yet: run a plan first.</source>
        <translation>Es gibt noch nichts zu berichten: erst einen Plan laufen lassen.</translation>
    </message>
    <message>
        <source>There is nothing to copy yet: open a project or run a plan first.</source>
        <translation>Noch gibt es nichts zu kopieren: bitte erst ein Projekt öffnen oder einen Plan ausführen.</translation>
    </message>
    <message>
        <source>A copy for others</source>
        <translation>Eine Kopie für andere</translation>
    </message>
    <message>
        <source>Parsimony projects (*.parsimony)</source>
        <translation>Parsimony-Projekte (*.parsimony)</translation>
    </message>
    <message>
        <source>The plan as a file</source>
        <translation>Der Plan als Datei</translation>
    </message>
    <message>
        <source>Configuration files (*.toml)</source>
        <translation>Konfigurationsdateien (*.toml)</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ProjectFlow</name>
    <message>
        <source>An experiment is running: pause it before opening another project.</source>
        <translation>Ein Experiment läuft: vor dem Öffnen eines anderen Projekts anhalten.</translation>
    </message>
    <message>
        <source>An experiment is running: pause it before starting another project.</source>
        <translation>Ein Experiment läuft: vor einem neuen Projekt anhalten.</translation>
    </message>
    <message>
        <source>An experiment is running: pause it before closing its project.</source>
        <translation>Ein Experiment läuft: vor dem Schließen des Projekts anhalten.</translation>
    </message>
    <message>
        <source>What are these files for?</source>
        <translation>Wofür sind diese Dateien?</translation>
    </message>
    <message>
        <source>%1: an experiment has finished in %2. A new project begins with them, its classifier can be tested on them, or another experiment here uses them.</source>
        <translation>%1: In %2 ist ein Experiment beendet. Ein neues Projekt kann mit ihnen beginnen, der Klassifikator an ihnen getestet werden, oder ein weiteres Experiment hier verwendet sie.</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Test sets</source>
        <translation>Testmengen</translation>
    </message>
    <message>
        <source>Another experiment here</source>
        <translation>Weiteres Experiment hier</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Parsimony projects (*.parsimony);;All files (*)</source>
        <translation>Parsimony-Projekte (*.parsimony);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Everything is already in %1: each spend is written before it happens.</source>
        <translation>Alles steht schon in %1: Jede Ausgabe wird vorher aufgeschrieben.</translation>
    </message>
    <message>
        <source>Where the project will be stored</source>
        <translation>Speicherort des Projekts</translation>
    </message>
    <message>
        <source>Parsimony projects (*.parsimony)</source>
        <translation>Parsimony-Projekte (*.parsimony)</translation>
    </message>
    <message>
        <source>A window for %1 could not be started.</source>
        <translation>Ein Fenster für %1 ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Open on a server</source>
        <translation>Auf einem Server öffnen</translation>
    </message>
    <message>
        <source>A project on another machine, over ssh:</source>
        <translation>Ein Projekt auf einem anderen Rechner, über ssh:</translation>
    </message>
    <message>
        <source>%1 is no address: ssh://user@host/path/project.parsimony</source>
        <translation>%1 ist keine Adresse: ssh://user@host/Pfad/Projekt.parsimony</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::OptionFields</name>
    <message>
        <source>as fits the trainer</source>
        <translation>passend zum Trainer</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>z. B. %1</translation>
    </message>
    <message>
        <source>that one alone</source>
        <translation>nur dieser</translation>
    </message>
    <message>
        <source>or one of</source>
        <translation>oder einer von</translation>
    </message>
    <message>
        <source>What the search chooses from as well, in the words of the command line, with semicolons between them.</source>
        <translation>Worunter die Suche ebenso wählt, mit den Wörtern der Kommandozeile, dazwischen Semikola.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ParallelPlot</name>
    <message>
        <source>Parallel</source>
        <translation>Parallel</translation>
    </message>
    <message>
        <source>drawn: the %1 best trials, 1 in %2 of the others, and each selected one</source>
        <translation>gezeichnet: die %1 besten Versuche, 1 von %2 der anderen und jeder gewählte</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>trial %1 · r %2 · η %3 · %4</source>
        <translation>Versuch %1 · r %2 · η %3 · %4</translation>
    </message>
    <message>
        <source>Each scored trial becomes a line through its knobs here, bright where the score is high.</source>
        <translation>Jeder bewertete Versuch wird hier eine Linie durch seine Regler, hell bei hoher Bewertung.</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Upside down</source>
        <translation>Umgedreht</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Take the bounds off</source>
        <translation>Grenzen wegnehmen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PartRow</name>
    <message>
        <source>Change the arrays of %1</source>
        <translation>Arrays von %1 ändern</translation>
    </message>
    <message>
        <source>no features chosen</source>
        <translation>keine Merkmale gewählt</translation>
    </message>
    <message>
        <source>no labels chosen</source>
        <translation>keine Label gewählt</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>labels %1</source>
        <translation>Label %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>Dateien öffnen …</translation>
    </message>
    <message>
        <source>Remove this part</source>
        <translation>Diesen Teil entfernen</translation>
    </message>
    <message>
        <source>Ids of people</source>
        <translation>Kennungen von Leuten</translation>
    </message>
    <message>
        <source>Without ids</source>
        <translation>Ohne Kennungen</translation>
    </message>
    <message>
        <source>ids %1</source>
        <translation>Kennungen %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PlanSection</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>The plan before anything runs</source>
        <translation>Der Plan, bevor etwas läuft</translation>
    </message>
    <message>
        <source>More knobs</source>
        <translation>Mehr Regler</translation>
    </message>
    <message>
        <source>Fewer knobs</source>
        <translation>Weniger Regler</translation>
    </message>
    <message>
        <source>The plan appears here as soon as data and budget are set: every trial with its ε, μ and σ, before anything runs.</source>
        <translation>Der Plan erscheint hier, sobald Daten und Budget gesetzt sind: jeder Versuch mit ε, μ und σ, bevor etwas läuft.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PlanTableModel</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>from fit</source>
        <translation>aus Fit</translation>
    </message>
    <message>
        <source>Number of trials; of a private selection its mean, for the number itself is secret.</source>
        <translation>Anzahl der Versuche; bei einer privaten Auswahl ihr Mittel, denn die Anzahl selbst ist geheim.</translation>
    </message>
    <message>
        <source>selection</source>
        <translation>Auswahl</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PlotPage</name>
    <message>
        <source>One column (3.3 in)</source>
        <translation>Eine Spalte (8,4 cm)</translation>
    </message>
    <message>
        <source>Two columns (6.9 in)</source>
        <translation>Zwei Spalten (17,5 cm)</translation>
    </message>
    <message>
        <source>Slide (10 in)</source>
        <translation>Folie (25 cm)</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>log x</translation>
    </message>
    <message>
        <source>Logarithmic x axis</source>
        <translation>Logarithmische x-Achse</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>log y</translation>
    </message>
    <message>
        <source>Logarithmic y axis</source>
        <translation>Logarithmische y-Achse</translation>
    </message>
    <message>
        <source>Show all (Ctrl+0, or double click)</source>
        <translation>Alles zeigen (Strg+0 oder Doppelklick)</translation>
    </message>
    <message>
        <source>Export this plot</source>
        <translation>Dieses Diagramm exportieren</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Scalable (*.svg);;PDF (*.pdf);;Picture (*.png)</source>
        <translation>Skalierbar (*.svg);;PDF (*.pdf);;Bild (*.png)</translation>
    </message>
    <message>
        <source>Copy the data as CSV</source>
        <translation>Daten als CSV kopieren</translation>
    </message>
    <message>
        <source>Copied the data of &quot;%1&quot;</source>
        <translation>Daten von „%1“ kopiert</translation>
    </message>
    <message>
        <source>Save the data…</source>
        <translation>Daten sichern …</translation>
    </message>
    <message>
        <source>Save the data</source>
        <translation>Daten sichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ProfilePlot</name>
    <message>
        <source>Privacy profile</source>
        <translation>Privatheitsprofil</translation>
    </message>
    <message>
        <source>The privacy profile δ(ε) appears here as soon as there is a budget: all its points hold at once.</source>
        <translation>Das Privatheitsprofil δ(ε) erscheint hier, sobald es ein Budget gibt: Alle seine Punkte gelten zugleich.</translation>
    </message>
    <message>
        <source>ε %1 · δ %2</source>
        <translation>ε %1 · δ %2</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::REpsilonPlot</name>
    <message>
        <source>%1 in experiment %2</source>
        <translation>%1 in Experiment %2</translation>
    </message>
    <message>
        <source>r against ε</source>
        <translation>r gegen ε</translation>
    </message>
    <message>
        <source>total step size r</source>
        <translation>gesamte Schrittweite r</translation>
    </message>
    <message>
        <source>Here the search draws itself: each trial as a point, a line through the winners of the cheap phases, and where it leads for the final run.</source>
        <translation>Hier zeichnet sich die Suche selbst: jeder Versuch ein Punkt, eine Gerade durch die Sieger der billigen Phasen, und wohin sie für den Endlauf führt.</translation>
    </message>
    <message>
        <source>This method has no phases: there is no line to draw.</source>
        <translation>Dieses Verfahren hat keine Phasen: Es gibt keine Gerade zu zeichnen.</translation>
    </message>
    <message>
        <source>95 % interval of r</source>
        <translation>95-%-Bereich von r</translation>
    </message>
    <message>
        <source>extrapolation interval</source>
        <translation>Extrapolationsbereich</translation>
    </message>
    <message>
        <source>fitted line</source>
        <translation>angepasste Gerade</translation>
    </message>
    <message>
        <source>fitted curve</source>
        <translation>angepasste Kurve</translation>
    </message>
    <message>
        <source>final run, clamped</source>
        <translation>Endlauf, begrenzt</translation>
    </message>
    <message>
        <source>final run</source>
        <translation>Endlauf</translation>
    </message>
    <message>
        <source> · %1 %2 · r %3</source>
        <translation> · %1 %2 · r %3</translation>
    </message>
    <message>
        <source>%1 %2 · r %3</source>
        <translation>%1 %2 · r %3</translation>
    </message>
    <message>
        <source>best of a sweep</source>
        <translation>Bestes eines Rasters</translation>
    </message>
    <message>
        <source>winner of its phase</source>
        <translation>Sieger seiner Phase</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>Bewertung %1</translation>
    </message>
    <message>
        <source>No interval: the line meets every winner, so nothing is left
to tell how far off it is. One more phase would say.</source>
        <translation>Kein Intervall: Die Gerade trifft jeden Sieger, also bleibt nichts,
woran zu sehen wäre, wie sehr sie irrt. Eine weitere Phase zeigte es.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::RunBar</name>
    <message>
        <source>Run, simulates ε = %1</source>
        <translation>Ausführen, simuliert ε = %1</translation>
    </message>
    <message>
        <source>Run, takes ε = %1, leaves %2</source>
        <translation>Ausführen, nimmt ε = %1, lässt %2</translation>
    </message>
    <message>
        <source>Run, takes ε = %1, nothing left after</source>
        <translation>Ausführen, nimmt ε = %1, danach bleibt nichts</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ends at the next checkpoint, within a second. What is reserved stays reserved: resume goes on with it.</source>
        <translation>Endet am nächsten Sicherungspunkt, binnen einer Sekunde. Reserviertes bleibt reserviert: Fortsetzen macht damit weiter.</translation>
    </message>
    <message>
        <source>Saving a checkpoint…</source>
        <translation>Sicherungspunkt wird geschrieben …</translation>
    </message>
    <message>
        <source>Resume experiment %1, takes nothing new</source>
        <translation>Experiment %1 fortsetzen, nimmt nichts Neues</translation>
    </message>
    <message>
        <source>An attack or a measurement runs. It takes nothing of any budget.</source>
        <translation>Ein Angriff oder eine Messung läuft und nimmt nichts von einem Budget.</translation>
    </message>
    <message>
        <source>Its worst-case spend is reserved before its data is opened.</source>
        <translation>Seine größtmögliche Ausgabe ist reserviert, bevor seine Daten geöffnet werden.</translation>
    </message>
    <message>
        <source>Working out the plan…</source>
        <translation>Der Plan wird berechnet …</translation>
    </message>
    <message>
        <source>Experiments in the queue run one after another. Nothing is reserved for them before their turn.</source>
        <translation>Experimente der Warteschlange laufen nacheinander. Vor ihrer Reihe wird nichts reserviert.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Take out of the queue (Del)</source>
        <translation>Aus der Warteschlange nehmen (Entf)</translation>
    </message>
    <message>
        <source>Queue of experiments</source>
        <translation>Warteschlange der Experimente</translation>
    </message>
    <message>
        <source>+ queue it, takes ε = %1 in its turn</source>
        <translation>+ einreihen, kostet dann ε = %1</translation>
    </message>
    <message>
        <source>+ queue it, simulates ε = %1</source>
        <translation>+ einreihen, simuliert ε = %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::RunQueue</name>
    <message>
        <source>Run the queue, takes ε = %1 in all</source>
        <translation>Warteschlange starten, kostet zusammen ε = %1</translation>
    </message>
    <message>
        <source>Run the queue</source>
        <translation>Warteschlange starten</translation>
    </message>
    <message>
        <source>Run the queue, public data</source>
        <translation>Warteschlange starten, öffentliche Daten</translation>
    </message>
    <message>
        <source>Run the queue, takes nothing</source>
        <translation>Warteschlange starten, kostet nichts</translation>
    </message>
    <message>
        <source>%1, nothing new to pay</source>
        <translation>%1, nichts Neues zu bezahlen</translation>
    </message>
    <message>
        <source>comparison of %1 runs</source>
        <translation>Vergleich aus %1 Läufen</translation>
    </message>
    <message>
        <source>comparison of 1 run</source>
        <translation>Vergleich aus 1 Lauf</translation>
    </message>
    <message>
        <source>sweep of %1 runs</source>
        <translation>Reihe aus %1 Läufen</translation>
    </message>
    <message>
        <source>sweep of 1 run</source>
        <translation>Reihe aus 1 Lauf</translation>
    </message>
    <message>
        <source>%1, public data</source>
        <translation>%1, öffentliche Daten</translation>
    </message>
    <message>
        <source>simulates ε %1</source>
        <translation>simuliert ε %1</translation>
    </message>
    <message>
        <source>takes ε %1</source>
        <translation>kostet ε %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2: does not fit any more</source>
        <translation>%1, %2: passt nicht mehr</translation>
    </message>
    <message>
        <source>Starts when what is before it has finished. Nothing is reserved for it until then.</source>
        <translation>Beginnt, wenn alles davor fertig ist. Bis dahin ist nichts reserviert.</translation>
    </message>
    <message>
        <source>What is before it leaves too little: it will be refused and nothing spent.</source>
        <translation>Was davor steht, lässt zu wenig übrig: es wird abgelehnt und nichts ausgegeben.</translation>
    </message>
    <message>
        <source>study “%1” of %2 runs</source>
        <translation>Studie „%1“ aus %2 Läufen</translation>
    </message>
    <message>
        <source>study “%1” of 1 run</source>
        <translation>Studie „%1“ aus 1 Lauf</translation>
    </message>
    <message>
        <source>%1, takes nothing</source>
        <translation>%1, nimmt nichts</translation>
    </message>
    <message>
        <source>%1: cannot run</source>
        <translation>%1: kann nicht laufen</translation>
    </message>
    <message>
        <source>%1, its price is worked out…</source>
        <translation>%1, der Preis wird berechnet …</translation>
    </message>
    <message>
        <source>the same as entry %1</source>
        <translation>dasselbe wie Eintrag %1</translation>
    </message>
    <message>
        <source>the same as entry %1: pays twice</source>
        <translation>dasselbe wie Eintrag %1: bezahlt doppelt</translation>
    </message>
    <message>
        <source>options of experiment %1</source>
        <translation>Optionen von Experiment %1</translation>
    </message>
    <message>
        <source>options of experiment %1: pays again</source>
        <translation>Optionen von Experiment %1: bezahlt noch einmal</translation>
    </message>
    <message>
        <source>study “%1”</source>
        <translation>Studie „%1“</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>sweep</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Attack on a trainer</source>
        <translation>Angriff auf einen Trainer</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Diese Maschine</translation>
    </message>
    <message>
        <source>%1, takes at most ε %2 there</source>
        <translation>%1, kostet dort höchstens ε %2</translation>
    </message>
    <message>
        <source>this part was paid for before: pays again</source>
        <translation>für diesen Teil wurde schon bezahlt: kostet noch einmal</translation>
    </message>
    <message>
        <source>look at part “%1”</source>
        <translation>Blick auf den Teil „%1“</translation>
    </message>
    <message>
        <source>%1, was cut off</source>
        <translation>%1, wurde unterbrochen</translation>
    </message>
    <message>
        <source>tells what it released; is paid once</source>
        <translation>zeigt, was es ergab; wird einmal bezahlt</translation>
    </message>
    <message>
        <source>goes on; is paid once</source>
        <translation>geht weiter; wird einmal bezahlt</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::Section</name>
    <message>
        <source>Fold or unfold</source>
        <translation>Ein- oder ausklappen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Filter trials</source>
        <translation>Versuche filtern</translation>
    </message>
    <message>
        <source>Move and zoom the plot in focus</source>
        <translation>Das Diagramm im Fokus bewegen und vergrößern</translation>
    </message>
    <message>
        <source>Move an edge of the budget split</source>
        <translation>Eine Grenze der Aufteilung verschieben</translation>
    </message>
    <message>
        <source>Clear the filter, close a sheet</source>
        <translation>Filter leeren, Blatt schließen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::SplitEditor</name>
    <message>
        <source>Split of the budget</source>
        <translation>Aufteilung des Budgets</translation>
    </message>
    <message>
        <source>phase %1: %2 trials of ε %3</source>
        <translation>Phase %1: %2 Versuche zu ε %3</translation>
    </message>
    <message>
        <source>phase %1: 1 trial of ε %2</source>
        <translation>Phase %1: 1 Versuch zu ε %2</translation>
    </message>
    <message>
        <source>final run: ε %1</source>
        <translation>Endlauf: ε %1</translation>
    </message>
    <message>
        <source>nothing left for the final run</source>
        <translation>nichts übrig für den Endlauf</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>final %1</source>
        <translation>Ende %1</translation>
    </message>
    <message>
        <source>nothing left</source>
        <translation>nichts übrig</translation>
    </message>
    <message>
        <source>share of μ²: %1</source>
        <translation>Anteil an μ²: %1</translation>
    </message>
    <message>
        <source>Drag an edge, or use ← and →; ↑ and ↓ choose the edge.</source>
        <translation>Eine Grenze ziehen, oder ← und →; ↑ und ↓ wählen die Grenze.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::StartPage</name>
    <message>
        <source>Parsimony</source>
        <translation>Parsimony</translation>
    </message>
    <message>
        <source>Find good hyperparameters for private training, within a budget that is kept.</source>
        <translation>Gute Hyperparameter für privates Training, innerhalb eines Budgets, das hält.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Anfangen</translation>
    </message>
    <message>
        <source>Drop feature files, or a .parsimony project</source>
        <translation>Merkmalsdateien oder ein .parsimony-Projekt hierherziehen</translation>
    </message>
    <message>
        <source>Open feature files…</source>
        <translation>Merkmalsdateien öffnen …</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Sample: nouns of WordNet</source>
        <translation>Beispiel: Substantive aus WordNet</translation>
    </message>
    <message>
        <source>40,000 definitions as 384 text features, 26 classes, ε = 1. Under a minute.</source>
        <translation>40.000 Definitionen als 384 Textmerkmale, 26 Klassen, ε = 1. Unter einer Minute.</translation>
    </message>
    <message>
        <source>Sample: handwritten digits</source>
        <translation>Beispiel: handgeschriebene Ziffern</translation>
    </message>
    <message>
        <source>1,400 pictures as 64 grey values, 10 classes, ε = 3. Seconds.</source>
        <translation>1.400 Bilder als 64 Grauwerte, 10 Klassen, ε = 3. Sekunden.</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>Letzte Projekte</translation>
    </message>
    <message>
        <source>Projects that you open appear here. A project is one file: data stays where it is, the ledger of every spend goes with it.</source>
        <translation>Hier erscheinen geöffnete Projekte. Ein Projekt ist eine Datei: Daten bleiben, wo sie sind, das Kassenbuch jeder Ausgabe geht mit.</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>Projekt öffnen …</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::Timeline</name>
    <message>
        <source>Timeline of the phases</source>
        <translation>Zeitleiste der Phasen</translation>
    </message>
    <message>
        <source>%1 of %2 trials done</source>
        <translation>%1 von %2 Versuchen fertig</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>finished in %1</source>
        <translation>fertig in %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>%1 trials planned</source>
        <translation>%1 Versuche geplant</translation>
    </message>
    <message>
        <source>Phases appear here as soon as there is a plan, and fill up while it runs.</source>
        <translation>Phasen erscheinen hier, sobald es einen Plan gibt, und füllen sich, während er läuft.</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>ε %1 · r %2 · T %3</source>
        <translation>ε %1 · r %2 · T %3</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>Bewertung %1</translation>
    </message>
    <message>
        <source>searching; only the winner will be released</source>
        <translation>Suche läuft; nur der Gewinner wird freigegeben</translation>
    </message>
    <message>
        <source>Private selection is one mechanism: only its winner will be shown, and nothing of the others.</source>
        <translation>Private Auswahl ist ein einziger Mechanismus: nur der Gewinner wird gezeigt, von den anderen nichts.</translation>
    </message>
    <message>
        <source>%1 of 1 trial done</source>
        <translation>%1 von 1 Versuch fertig</translation>
    </message>
    <message>
        <source>1 trial planned</source>
        <translation>1 Versuch geplant</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%1 trials at once, %2 steps a second</source>
        <translation>%1 Versuche zugleich, %2 Schritte je Sekunde</translation>
    </message>
    <message>
        <source>trial %1: step %2/%3, %4 a second, %5</source>
        <translation>Versuch %1: Schritt %2/%3, %4 je Sekunde, %5</translation>
    </message>
    <message>
        <source>%1 steps a second, %2 left</source>
        <translation>%1 Schritte je Sekunde, noch %2</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::CuratorRemarks</name>
    <message>
        <source>Curator remarks</source>
        <translation>Bemerkungen für den Kurator</translation>
    </message>
    <message>
        <source>What was noticed while the rows were read: records that are not valid, labels that are none of the classes. Every experiment has such a row in its ledger, of one length.</source>
        <translation>Was beim Lesen der Zeilen auffiel: ungültige Datensätze, Labels außerhalb der Klassen. Jedes Experiment hat dafür eine Zeile im Kassenbuch, immer gleich lang.</translation>
    </message>
    <message>
        <source>Hidden. View, Curator values shows them.</source>
        <translation>Verborgen. „Ansicht, Kuratorwerte“ zeigt sie.</translation>
    </message>
    <message>
        <source>What rows hold is the curator&apos;s: open the project with ?curator.</source>
        <translation>Was in Zeilen steht, ist dem Kurator vorbehalten: das Projekt mit ?curator öffnen.</translation>
    </message>
    <message>
        <source>None are kept: it has not ended, or an earlier version of the program ran it.</source>
        <translation>Keine aufbewahrt: Es ist noch nicht zu Ende, oder eine frühere Version des Programms hat es ausgeführt.</translation>
    </message>
    <message>
        <source>Nothing was noticed.</source>
        <translation>Nichts ist aufgefallen.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::Tour</name>
    <message>
        <source>The budget comes first</source>
        <translation>Zuerst das Budget</translation>
    </message>
    <message>
        <source>This line never goes away. Solid is spent, hatched is reserved, outlined is what the plan would take.</source>
        <translation>Diese Zeile bleibt immer. Voll ist verbraucht, schraffiert reserviert, umrandet, was der Plan nähme.</translation>
    </message>
    <message>
        <source>Say whose data it is</source>
        <translation>Sagen, wem die Daten gehören</translation>
    </message>
    <message>
        <source>Private data has a budget that is enforced, over all projects. A public benchmark only simulates one. Then drop your files here.</source>
        <translation>Private Daten haben ein Budget, das über alle Projekte durchgesetzt wird. Ein öffentlicher Benchmark simuliert es nur. Dann die Dateien hierherziehen.</translation>
    </message>
    <message>
        <source>Split it by dragging</source>
        <translation>Durch Ziehen aufteilen</translation>
    </message>
    <message>
        <source>Cheap early phases look for a good step size; the final run takes what is left. Drag an edge: every ε and σ follows at once.</source>
        <translation>Billige frühe Phasen suchen eine gute Schrittweite; der Endlauf nimmt den Rest. Eine Kante ziehen: Jedes ε und σ folgt sofort.</translation>
    </message>
    <message>
        <source>The button names its price</source>
        <translation>Der Knopf nennt seinen Preis</translation>
    </message>
    <message>
        <source>Nothing is touched before you press it. A run can be paused and goes on later without paying again.</source>
        <translation>Vor dem Druck wird nichts angefasst. Ein Lauf lässt sich anhalten und später ohne neue Kosten fortsetzen.</translation>
    </message>
    <message>
        <source>Watch, select, export</source>
        <translation>Zusehen, auswählen, exportieren</translation>
    </message>
    <message>
        <source>Trials fill in as they finish. What you select here is marked in every plot and explained on the right. Ctrl+K finds every command.</source>
        <translation>Versuche erscheinen, sobald sie fertig sind. Was hier gewählt ist, ist in jedem Diagramm markiert und rechts erklärt. Strg+K findet jeden Befehl.</translation>
    </message>
    <message>
        <source>μ adds up, ε does not</source>
        <translation>μ summiert sich, ε nicht</translation>
    </message>
    <message>
        <source>Each release has a μ, and releases add up as μ²; ε follows from the sum and δ. Two of ε 0.5 take ε 0.73 together at δ 1e-5, not 1. So the bar is drawn to scale in μ², and the ε of trials are never added.</source>
        <translation>Jede Freigabe hat ein μ, und Freigaben summieren sich als μ²; ε folgt aus der Summe und δ. Zwei von ε 0,5 nehmen bei δ 1e-5 zusammen ε 0,73, nicht 1. Deshalb ist der Balken maßstäblich in μ², und die ε von Versuchen werden nie addiert.</translation>
    </message>
    <message>
        <source>r is what a search looks for</source>
        <translation>r ist, was eine Suche sucht</translation>
    </message>
    <message>
        <source>r = η · T, learning rate times steps, is how far training goes in all. Accuracy depends on r far more than on η or T alone, and the best r grows with ε: a line through what the phases found leads to the r of the final run.</source>
        <translation>r = η · T, Lernrate mal Schritte, ist, wie weit das Training insgesamt geht. Die Genauigkeit hängt von r weit stärker ab als von η oder T allein, und das beste r wächst mit ε: Eine Gerade durch die Funde der Phasen führt zum r des Endlaufs.</translation>
    </message>
    <message>
        <source>ν says how loud the noise is</source>
        <translation>ν sagt, wie laut das Rauschen ist</translation>
    </message>
    <message>
        <source>ν is the noise that finished weights put on a logit. It follows from r, σ and declared constants, so it is known before any row is read and costs nothing. On real features the best runs have a ν of about 1.</source>
        <translation>ν ist das Rauschen, das fertige Gewichte auf ein Logit legen. Es folgt aus r, σ und erklärten Konstanten, ist also bekannt, bevor eine Zeile gelesen wird, und kostet nichts. Auf echten Merkmalen liegt das ν der besten Läufe bei etwa 1.</translation>
    </message>
    <message>
        <source>Each group of pages answers a question</source>
        <translation>Jede Gruppe von Seiten beantwortet eine Frage</translation>
    </message>
    <message>
        <source>Don&apos;t show again</source>
        <translation>Nicht mehr zeigen</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TrialPlot</name>
    <message>
        <source>Gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>total step size r</source>
        <translation>gesamte Schrittweite r</translation>
    </message>
    <message>
        <source>points below the best at its ε</source>
        <translation>Punkte unter dem Besten</translation>
    </message>
    <message>
        <source>accuracy / %</source>
        <translation>Genauigkeit / %</translation>
    </message>
    <message>
        <source>Scored trials show here how much accuracy a wrong total step size costs. Run a plan with phases.</source>
        <translation>Bewertete Versuche zeigen hier, was eine falsche Schrittweite an Genauigkeit kostet. Einen Plan mit Phasen ausführen.</translation>
    </message>
    <message>
        <source>Scored trials show here what a larger ε buys. The line joins those that nothing cheaper beats.</source>
        <translation>Bewertete Versuche zeigen hier, was ein größeres ε einbringt. Die Linie verbindet, was nichts Billigeres schlägt.</translation>
    </message>
    <message>
        <source>r %1</source>
        <translation>r %1</translation>
    </message>
    <message>
        <source>ε %1</source>
        <translation>ε %1</translation>
    </message>
    <message>
        <source>trial %1 · %2 · %3</source>
        <translation>Versuch %1 · %2 · %3</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>trial, in the order of the run</source>
        <translation>Versuch, in der Reihenfolge des Laufs</translation>
    </message>
    <message>
        <source>trial, in the order of experiment %1</source>
        <translation>Versuch, in der Reihenfolge von Experiment %1</translation>
    </message>
    <message>
        <source>The scores of an experiment appear here one by one while it runs, with the best so far.</source>
        <translation>Die Ergebnisse eines Experiments erscheinen hier nacheinander, mit dem bisher besten.</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>bisher bestes</translation>
    </message>
    <message>
        <source>trial %1 · %2</source>
        <translation>Versuch %1 · %2</translation>
    </message>
    <message>
        <source>Pareto front, hypervolume %1</source>
        <translation>Pareto-Front, Hypervolumen %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TrialRecord</name>
    <message>
        <source>%1 × Gaussian, noise %2 times the sensitivity</source>
        <translation>%1 × Gauß, Rauschen das %2-Fache der Sensitivität</translation>
    </message>
    <message>
        <source>%1 × Gaussian on a Poisson sample of rate %2, noise %3 times the sensitivity</source>
        <translation>%1 × Gauß auf einer Poisson-Stichprobe der Rate %2, Rauschen das %3-Fache der Sensitivität</translation>
    </message>
    <message>
        <source>%1 × a mechanism known by its Rényi curve (%2 orders)</source>
        <translation>%1 × ein Mechanismus, bekannt durch seine Rényi-Kurve (%2 Ordnungen)</translation>
    </message>
    <message>
        <source>%1, on %2</source>
        <translation>%1, auf %2</translation>
    </message>
    <message>
        <source>released its score, %1</source>
        <translation>Bewertung veröffentlicht, %1</translation>
    </message>
    <message>
        <source>released its weights, %1 × %2</source>
        <translation>Gewichte veröffentlicht, %1 × %2</translation>
    </message>
    <message>
        <source>released %1</source>
        <translation>%1 veröffentlicht</translation>
    </message>
    <message>
        <source>%1, for the curator alone</source>
        <translation>%1, nur für den Kurator</translation>
    </message>
    <message>
        <source>reserved, ε %1</source>
        <translation>reserviert, ε %1</translation>
    </message>
    <message>
        <source>charged to %1 as well</source>
        <translation>auch %1 belastet</translation>
    </message>
    <message>
        <source>went on, attempt %1</source>
        <translation>fortgesetzt, Anlauf %1</translation>
    </message>
    <message>
        <source>opened its rows</source>
        <translation>Zeilen geöffnet</translation>
    </message>
    <message>
        <source>finished after %1 steps</source>
        <translation>fertig nach %1 Schritten</translation>
    </message>
    <message>
        <source>finished after 1 step</source>
        <translation>fertig nach 1 Schritt</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>Bemerkung: %1</translation>
    </message>
    <message>
        <source>tags: %1</source>
        <translation>Schlagwörter: %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TrialRecordView</name>
    <message>
        <source>Full record</source>
        <translation>Alles über diesen Versuch</translation>
    </message>
    <message>
        <source>What this trial asked of private rows, and every row that the ledger has on it.</source>
        <translation>Was dieser Versuch von privaten Zeilen verlangt hat, und jede Zeile des Kassenbuchs über ihn.</translation>
    </message>
    <message>
        <source>Asked of private rows</source>
        <translation>Von privaten Zeilen verlangt</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Ledger rows (time in UTC)</source>
        <translation>Zeilen des Kassenbuchs (Zeit in UTC)</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TrialsPanel</name>
    <message>
        <source>No trials yet. They appear here one by one while an experiment runs.</source>
        <translation>Noch keine Versuche. Sie erscheinen hier einer nach dem anderen, während ein Experiment läuft.</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>Spalten wählen</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Als LaTeX kopieren</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>%1 trials</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No trial matches the filter. Esc clears it.</source>
        <translation>Kein Versuch passt zum Filter. Esc leert ihn.</translation>
    </message>
    <message>
        <source>1 trial</source>
        <translation>1 Versuch</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Save the table…</source>
        <translation>Tabelle sichern …</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Tabelle sichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>A private selection runs. Its winner stands here when it has ended.</source>
        <translation>Eine private Auswahl läuft. Ihr Sieger steht hier, wenn sie fertig ist.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PartGauges</name>
    <message>
        <source>Accounts of the parts</source>
        <translation>Konten der Teile</translation>
    </message>
    <message>
        <source>ε %1 · %2 left</source>
        <translation>ε %1 · frei %2</translation>
    </message>
    <message>
        <source>ε %1 simulated</source>
        <translation>ε %1 simuliert</translation>
    </message>
    <message>
        <source>What all runs would have cost on private data. Nothing is enforced.</source>
        <translation>Was alle Läufe auf privaten Daten gekostet hätten. Nichts wird durchgesetzt.</translation>
    </message>
    <message>
        <source>Spent + reserved, and the largest single run that still fits beside both.</source>
        <translation>Verbraucht + reserviert, und der größte einzelne Lauf, der daneben noch passt.</translation>
    </message>
    <message>
        <source>Spent, and the largest single run that still fits beside it.</source>
        <translation>Verbraucht, und der größte einzelne Lauf, der daneben noch passt.</translation>
    </message>
</context>
<context>
    <name>parsimony::session::rows</name>
    <message>
        <source>The column, or array, of the file of features that holds the labels</source>
        <translation>Die Spalte (oder das Feld) der Datei mit Merkmalen, die die Klassen enthält</translation>
    </message>
    <message>
        <source>The column, or array, of the file of features that says whose each row is</source>
        <translation>Die Spalte (oder das Feld) der Datei mit Merkmalen, die sagt, wessen jede Zeile ist</translation>
    </message>
    <message>
        <source>What made the features; refused where the classifier names another</source>
        <translation>Wovon die Merkmale sind; abgelehnt, wo der Klassifikator einen anderen Encoder nennt</translation>
    </message>
    <message>
        <source>Declares that these rows are also those of a part of that project (default: of the same name), whose charges count; may be given several times</source>
        <translation>Erklärt, dass diese Zeilen auch die eines Teils jenes Projekts sind (ohne Angabe: des gleichnamigen), dessen Belastungen zählen; mehrfach möglich</translation>
    </message>
    <message>
        <source>Rows of people in that project&apos;s part (default: any) count as empty; may be given several times</source>
        <translation>Zeilen von Personen aus dem Teil jenes Projekts (ohne Angabe: aus irgendeinem) zählen als leer; mehrfach möglich</translation>
    </message>
    <message>
        <source>Public record count of the test rows</source>
        <translation>Öffentliche Anzahl der Testzeilen</translation>
    </message>
    <message>
        <source>Test ± points</source>
        <translation>Test ± Punkte</translation>
    </message>
    <message>
        <source>The standard error, in percentage points, that noise may give the accuracies on test rows and on shifted sets. Each takes what that costs of its own account, and at most a quarter of what is left there.</source>
        <translation>Der Standardfehler in Prozentpunkten, den das Rauschen den Genauigkeiten auf Testzeilen und verschobenen Sätzen geben darf. Jede nimmt, was das kostet, von ihrem eigenen Konto, und höchstens ein Viertel dessen, was dort übrig ist.</translation>
    </message>
    <message>
        <source>Test records</source>
        <translation>Testdatensätze</translation>
    </message>
    <message>
        <source>A public figure for the number of test records, which their accuracy is divided by. Without it the number in the file counts as public.</source>
        <translation>Eine öffentliche Angabe der Zahl der Testdatensätze, durch die ihre Genauigkeit geteilt wird. Ohne sie gilt die Zahl in der Datei als öffentlich.</translation>
    </message>
    <message>
        <source>Public parts</source>
        <translation>Öffentl. Teile</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>Also rows of</source>
        <translation>Auch Zeilen von</translation>
    </message>
    <message>
        <source>The project, or PROJECT:PART, whose rows these are too: what was charged there counts here. What you declare decides, not the rows; rows of another project that are not declared are refused.</source>
        <translation>Das Projekt, oder PROJEKT:TEIL, dessen Zeilen dies auch sind: Was dort belastet wurde, zählt hier. Es entscheidet, was erklärt wird, nicht die Zeilen; nicht erklärte Zeilen eines anderen Projekts werden abgelehnt.</translation>
    </message>
    <message>
        <source>no other project</source>
        <translation>kein anderes Projekt</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>Spalte der Labels</translation>
    </message>
    <message>
        <source>The column of the tables with features (or the array beside them) that holds the labels, where they have no file of their own.</source>
        <translation>Die Spalte der Tabellen mit den Merkmalen (oder das Array daneben), in der die Labels stehen, wo sie keine eigene Datei haben.</translation>
    </message>
    <message>
        <source>labels have files of their own</source>
        <translation>Labels haben eigene Dateien</translation>
    </message>
    <message>
        <source>Id column</source>
        <translation>Spalte der Kennungen</translation>
    </message>
    <message>
        <source>The column of the tables with features (or the array beside them) that says whose each row is. Ids are kept as keyed hashes alone.</source>
        <translation>Die Spalte der Tabellen mit den Merkmalen (oder das Array daneben), in der steht, von wem jede Zeile ist. Kennungen werden nur als Hashwerte unter einem Schlüssel aufbewahrt.</translation>
    </message>
    <message>
        <source>ids have files of their own, or there are none</source>
        <translation>Kennungen haben eigene Dateien, oder es gibt keine</translation>
    </message>
    <message>
        <source>Class names</source>
        <translation>Namen der Klassen</translation>
    </message>
    <message>
        <source>A file with the names of the classes, one a line: labels may then be these names, and results, cards and confusion matrices show them.</source>
        <translation>Eine Datei mit den Namen der Klassen, einer je Zeile: Labels dürfen dann diese Namen sein, und Ergebnisse, Karten und Konfusionsmatrizen zeigen sie.</translation>
    </message>
    <message>
        <source>labels are numbers; of public data text is taken as it comes, sorted</source>
        <translation>Labels sind Zahlen; bei öffentlichen Daten gilt Text, wie er kommt, sortiert</translation>
    </message>
    <message>
        <source>Train ids</source>
        <translation>Kennungen: Training</translation>
    </message>
    <message>
        <source>Test ids</source>
        <translation>Kennungen: Test</translation>
    </message>
    <message>
        <source>Validation ids</source>
        <translation>Kennungen: Validierung</translation>
    </message>
    <message>
        <source>A file that says whose each row is (PATH or PATH:KEY): integers or text, one id a row. The budget then follows people, whatever numbers stand for them. Ids are kept as keyed hashes alone.</source>
        <translation>Eine Datei, die sagt, wem jede Zeile gehört (PFAD oder PFAD:SCHLÜSSEL): ganze Zahlen oder Text, eine Kennung je Zeile. Das Budget folgt dann den Leuten, welche Zahlen auch für sie stehen. Kennungen werden nur als verschlüsselte Prüfsummen aufbewahrt.</translation>
    </message>
    <message>
        <source>the budget follows the numbers alone</source>
        <translation>das Budget folgt nur den Zahlen</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>The project, or PROJECT:PART, whose people are left out: rows with an id that is there count as empty. Otherwise people of another project are refused unless you declare the link.</source>
        <translation>Das Projekt, oder PROJEKT:TEIL, dessen Leute ausgelassen werden: Zeilen mit einer Kennung, die es dort gibt, zählen als leer. Sonst werden Leute eines anderen Projekts abgelehnt, wenn die Verbindung nicht erklärt ist.</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>niemand</translation>
    </message>
    <message>
        <source>Other people</source>
        <translation>Andere Leute</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>private mean</source>
        <translation>privater Mittelwert</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Whether a mean of the rows is subtracted. It is a release, and takes its share of ε.</source>
        <translation>Ob ein Mittelwert der Zeilen abgezogen wird. Er ist eine Veröffentlichung und nimmt seinen Teil von ε.</translation>
    </message>
    <message>
        <source>Feature map</source>
        <translation>Merkmalsabbildung</translation>
    </message>
    <message>
        <source>Whether rows are centred by a shrunk private mean, brought back to their norm and given a bias coordinate, and whether random quadratic features stand beside them. Mean and class counts are releases and take their shares of the budget.</source>
        <translation>Ob Zeilen um einen geschrumpften privaten Mittelwert zentriert, auf ihre Norm zurückgebracht und mit einer Bias-Koordinate versehen werden und ob zufällige quadratische Merkmale daneben stehen. Mittelwert und Klassenanzahlen sind Veröffentlichungen und nehmen ihre Teile des Budgets.</translation>
    </message>
    <message>
        <source>Bias share</source>
        <translation>Anteil des Bias</translation>
    </message>
    <message>
        <source>What the feature map&apos;s bias coordinate has of a row&apos;s squared norm. More lets classes of unequal sizes be told apart sooner; less leaves more to the features. With a share that is given, equal classes are not looked for.</source>
        <translation>Was die Bias-Koordinate der Merkmalsabbildung von der quadrierten Norm einer Zeile hat. Mehr lässt ungleich große Klassen früher unterscheiden, weniger lässt den Merkmalen mehr. Ist ein Anteil angegeben, wird nach gleich großen Klassen nicht gesehen.</translation>
    </message>
    <message>
        <source>0.02; where auto finds classes about equal 0.002</source>
        <translation>0,02; wo auto etwa gleich große Klassen findet, 0,002</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>balanced accuracy</source>
        <translation>ausgewogene Genauigkeit</translation>
    </message>
    <message>
        <source>Accuracy over all records, or the mean over classes: the prior that private class counts gave is then taken off the scores, which costs nothing. Test figures are balanced too; trials are still told apart by accuracy.</source>
        <translation>Genauigkeit über alle Datensätze oder das Mittel über die Klassen: Dann wird von den Punktzahlen die A-priori-Verteilung abgezogen, die private Klassenanzahlen ergaben, was nichts kostet. Auch Testzahlen sind dann ausgewogen; Versuche werden weiter nach Genauigkeit unterschieden.</translation>
    </message>
    <message>
        <source>what auto chooses, else none</source>
        <translation>was auto wählt, sonst keine</translation>
    </message>
    <message>
        <source>features as they are</source>
        <translation>Merkmale, wie sie sind</translation>
    </message>
    <message>
        <source>centred, with a bias</source>
        <translation>zentriert, mit Bias</translation>
    </message>
    <message>
        <source>centred, with a bias and random quadratic features</source>
        <translation>zentriert, mit Bias und zufälligen quadratischen Merkmalen</translation>
    </message>
    <message>
        <source>Mean ε</source>
        <translation>Mittelwert-ε</translation>
    </message>
    <message>
        <source>What the private mean takes of the experiment.</source>
        <translation>Was der private Mittelwert vom Experiment nimmt.</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Methode</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Gerade</translation>
    </message>
    <message>
        <source>parabola</source>
        <translation>Parabel</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Anpassung</translation>
    </message>
    <message>
        <source>The curve through the winners of the phases that is extrapolated to the final run.</source>
        <translation>Die Kurve durch die Gewinner der Phasen, die zum Endlauf hochgerechnet wird.</translation>
    </message>
    <message>
        <source>Fit against</source>
        <translation>Anpassen über</translation>
    </message>
    <message>
        <source>Whether r grows with ε or with μ: the axis along which it is extrapolated.</source>
        <translation>Ob r mit ε oder mit μ wächst: die Achse, auf der hochgerechnet wird.</translation>
    </message>
    <message>
        <source>whole range</source>
        <translation>ganzer Bereich</translation>
    </message>
    <message>
        <source>around the scaled winner</source>
        <translation>um den skalierten Gewinner</translation>
    </message>
    <message>
        <source>above the winner</source>
        <translation>über dem Gewinner</translation>
    </message>
    <message>
        <source>Later phases</source>
        <translation>Spätere Phasen</translation>
    </message>
    <message>
        <source>stratified</source>
        <translation>geschichtet</translation>
    </message>
    <message>
        <source>log-uniform</source>
        <translation>log-gleichverteilt</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichverteilt</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>bisection</source>
        <translation>Halbierung</translation>
    </message>
    <message>
        <source>Sampler</source>
        <translation>Ziehung</translation>
    </message>
    <message>
        <source>How the values of r are drawn in each phase.</source>
        <translation>Wie die Werte von r in jeder Phase gezogen werden.</translation>
    </message>
    <message>
        <source>draw T, derive η</source>
        <translation>T ziehen, η ableiten</translation>
    </message>
    <message>
        <source>draw both until they fit</source>
        <translation>beide ziehen, bis sie passen</translation>
    </message>
    <message>
        <source>draw both</source>
        <translation>beide ziehen</translation>
    </message>
    <message>
        <source>r into η·T</source>
        <translation>r in η·T</translation>
    </message>
    <message>
        <source>How a total step size becomes a learning rate and a number of steps.</source>
        <translation>Wie aus einer Gesamtschrittweite Lernrate und Schrittzahl werden.</translation>
    </message>
    <message>
        <source>Step size r</source>
        <translation>Schrittweite r</translation>
    </message>
    <message>
        <source>Rates η</source>
        <translation>Lernraten η</translation>
    </message>
    <message>
        <source>Learning rates of a grid, as a list: 0.1,1,10 or log:0.05:20:8. A single run takes one.</source>
        <translation>Lernraten eines Gitters, als Liste: 0.1,1,10 oder log:0.05:20:8. Ein Einzellauf nimmt eine.</translation>
    </message>
    <message>
        <source>Steps T</source>
        <translation>Schritte T</translation>
    </message>
    <message>
        <source>Numbers of steps to choose from, as a list.</source>
        <translation>Schrittzahlen zur Auswahl, als Liste.</translation>
    </message>
    <message>
        <source>Runs, mean</source>
        <translation>Läufe, Mittel</translation>
    </message>
    <message>
        <source>Runs, family</source>
        <translation>Läufe, Familie</translation>
    </message>
    <message>
        <source>Subset share</source>
        <translation>Teilmenge</translation>
    </message>
    <message>
        <source>Share of the records that tuning looks at; the final run takes the others.</source>
        <translation>Anteil der Datensätze, den die Suche ansieht; der Endlauf nimmt die anderen.</translation>
    </message>
    <message>
        <source>noisy count on train</source>
        <translation>verrauschte Zählung</translation>
    </message>
    <message>
        <source>validation part</source>
        <translation>Validierungsteil</translation>
    </message>
    <message>
        <source>exact (public data only)</source>
        <translation>genau (nur öffentlich)</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Score share</source>
        <translation>Anteil Bewertung</translation>
    </message>
    <message>
        <source>Share of a trial&apos;s μ² that its noisy score takes.</source>
        <translation>Anteil am μ² eines Versuchs, den seine verrauschte Bewertung nimmt.</translation>
    </message>
    <message>
        <source>T&amp;rainer</source>
        <translation>T&amp;rainer</translation>
    </message>
    <message>
        <source>The optimiser whose steps are clipped and noised.</source>
        <translation>Das Verfahren, dessen Schritte gekappt und verrauscht werden.</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Clip c</source>
        <translation>Kappung c</translation>
    </message>
    <message>
        <source>Clipping norm: the most that one record can add to a gradient sum.</source>
        <translation>Kappungsnorm: das Meiste, was ein Datensatz zu einer Gradientensumme beitragen kann.</translation>
    </message>
    <message>
        <source>Momentum ρ</source>
        <translation>Trägheit ρ</translation>
    </message>
    <message>
        <source>Share of the last step that is kept in the next.</source>
        <translation>Anteil des letzten Schritts, der im nächsten bleibt.</translation>
    </message>
    <message>
        <source>Sample rate q</source>
        <translation>Stichprobenrate q</translation>
    </message>
    <message>
        <source>The chance of each record to be in a step&apos;s batch (Poisson sampling).</source>
        <translation>Die Chance jedes Datensatzes, in der Stichprobe eines Schritts zu sein (Poisson).</translation>
    </message>
    <message>
        <source>Public prior</source>
        <translation>Öffentliches Vorwissen</translation>
    </message>
    <message>
        <source>Public rows, FEATURES,LABELS: training starts from their class means, scaled by how well they tell each other&apos;s classes; auto counts, charged, how many private rows they label rightly, and leaves out what is of no use. Worth most where ε is small.</source>
        <translation>Öffentliche Zeilen, MERKMALE,KLASSEN: Das Training beginnt bei ihren Klassenmitteln, so weit sie einander ihre Klassen ansehen; auto zählt gegen Budget, wie viele private Zeilen sie richtig benennen, und lässt weg, was nichts nützt. Lohnt sich am meisten bei kleinem ε.</translation>
    </message>
    <message>
        <source>training starts from nothing</source>
        <translation>das Training beginnt bei null</translation>
    </message>
    <message>
        <source>Prior scale</source>
        <translation>Maß des Vorwissens</translation>
    </message>
    <message>
        <source>How far training starts along the class means of the public prior: the logit of a row that lies along its own, in units of the noise that the run puts into a logit. auto lets the public rows tell it and weighs them by a charged count; a number is taken at its word.</source>
        <translation>Wie weit entlang der Klassenmittel des öffentlichen Vorwissens das Training beginnt: der Logit einer Zeile, die in Richtung ihres eigenen liegt, in Einheiten des Rauschens, das der Lauf in einen Logit bringt. auto liest es an den öffentlichen Zeilen ab und wägt sie mit einer Zählung gegen Budget; eine Zahl wird beim Wort genommen.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>zero, he (random), or a file with a matrix.</source>
        <translation>zero, he (zufällig), oder eine Datei mit einer Matrix.</translation>
    </message>
    <message>
        <source>Initial bias</source>
        <translation>Anfangs-Bias</translation>
    </message>
    <message>
        <source>What every bias begins with. Of records of up to K labels out of C classes, on rows as they are: log(K/(C - K)), the odds of a label.</source>
        <translation>Womit jeder Bias beginnt. Bei Datensätzen mit bis zu K Labels aus C Klassen, auf Zeilen wie sie sind: log(K/(C - K)), die Chance eines Labels.</translation>
    </message>
    <message>
        <source>Ridge</source>
        <translation>Ridge</translation>
    </message>
    <message>
        <source>What is added to the diagonal, times the number of records; empty: from the noise.</source>
        <translation>Was zur Diagonale kommt, mal die Zahl der Datensätze; leer: aus dem Rauschen.</translation>
    </message>
    <message>
        <source>from the noise</source>
        <translation>aus dem Rauschen</translation>
    </message>
    <message>
        <source>Gram share</source>
        <translation>Gram-Anteil</translation>
    </message>
    <message>
        <source>Share of the run&apos;s μ² that the Gram matrix takes.</source>
        <translation>Anteil am μ² des Laufs, den die Gram-Matrix nimmt.</translation>
    </message>
    <message>
        <source>α of DP-LS</source>
        <translation>α von DP-LS</translation>
    </message>
    <message>
        <source>DP-LS in full: a Gram matrix of each class is released too, and that of all records is added to it with this weight.</source>
        <translation>DP-LS im Ganzen: auch eine Gram-Matrix jeder Klasse wird freigegeben, und die aller Datensätze kommt mit diesem Gewicht dazu.</translation>
    </message>
    <message>
        <source>the matrix of all records alone</source>
        <translation>die Matrix aller Datensätze allein</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Pulls the weights towards zero in every step.</source>
        <translation>Zieht die Gewichte in jedem Schritt zur Null.</translation>
    </message>
    <message>
        <source>in a line</source>
        <translation>in einer Geraden</translation>
    </message>
    <message>
        <source>along a cosine</source>
        <translation>entlang eines Kosinus</translation>
    </message>
    <message>
        <source>Learning-rate decay</source>
        <translation>Lernratenabfall</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero over the steps, which costs nothing. Its mean, and with it the total step size, stays what it is without.</source>
        <translation>Wie die Lernrate über die Schritte auf null fällt; das kostet nichts. Ihr Mittel und damit die gesamte Schrittweite bleiben, was sie ohne Abfall sind.</translation>
    </message>
    <message>
        <source>exponential (EMA)</source>
        <translation>exponentiell (EMA)</translation>
    </message>
    <message>
        <source>of the last steps (SWA)</source>
        <translation>der letzten Schritte (SWA)</translation>
    </message>
    <message>
        <source>Averaging</source>
        <translation>Mittelung</translation>
    </message>
    <message>
        <source>Whether the released weights are an average over the steps, which costs nothing.</source>
        <translation>Ob die veröffentlichten Gewichte über die Schritte gemittelt sind; das kostet nichts.</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>Train a bias for each class as well.</source>
        <translation>Auch einen Bias je Klasse trainieren.</translation>
    </message>
    <message>
        <source>Free step</source>
        <translation>Freier Schritt</translation>
    </message>
    <message>
        <source>One more step from the momentum buffer: it releases nothing new and costs nothing.</source>
        <translation>Ein Schritt mehr aus dem Impulsspeicher: Er veröffentlicht nichts Neues und kostet nichts.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where to compute: auto, cpu, cuda or cuda:N.</source>
        <translation>Wo gerechnet wird: auto, cpu, cuda oder cuda:N.</translation>
    </message>
    <message>
        <source>auto, by this processor</source>
        <translation>auto, nach diesem Prozessor</translation>
    </message>
    <message>
        <source>f32, as they are</source>
        <translation>f32, wie sie sind</translation>
    </message>
    <message>
        <source>tf32, for cuda</source>
        <translation>tf32, für cuda</translation>
    </message>
    <message>
        <source>bf16, for AMX, AVX512-BF16 or cuda</source>
        <translation>bf16, für AMX, AVX512-BF16 oder cuda</translation>
    </message>
    <message>
        <source>f16, for cuda</source>
        <translation>f16, für cuda</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Processor threads for training; 0 takes all.</source>
        <translation>Prozessorfäden für das Training; 0 nimmt alle.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>For repeatable runs on public data only: with a known seed no guarantee holds.</source>
        <translation>Für wiederholbare Läufe, nur auf öffentlichen Daten: Mit bekanntem Startwert gilt keine Garantie.</translation>
    </message>
    <message>
        <source>How hyperparameters are found.</source>
        <translation>Wie Hyperparameter gefunden werden.</translation>
    </message>
    <message>
        <source>What training makes small: sigmoid where a record may have several labels. Some trainers know one loss alone.</source>
        <translation>Was das Training klein macht: sigmoid, wo ein Datensatz mehrere Label haben kann. Manche Verfahren kennen nur einen Verlust.</translation>
    </message>
    <message>
        <source>1, full batches</source>
        <translation>1, ganze Daten</translation>
    </message>
    <message>
        <source>How finely products read the features: every device rounds them in the same way and sums in float32, and the processor takes all four. bf16 makes it faster where it has AMX or AVX512-BF16; tf32 and f16 are meant for a graphics processor (cuda), which takes private data in f32 only, after a check. auto is bf16 where the processor multiplies it as such (AMX, AVX512-BF16), for linear heads on many rows of bounded norm, else f32; the plan says which.</source>
        <translation>Wie fein die Produkte die Merkmale lesen: Jedes Gerät rundet sie gleich und summiert in float32, und der Prozessor kann alle vier. bf16 macht ihn schneller, wo er AMX oder AVX512-BF16 hat; tf32 und f16 sind für einen Grafikprozessor (cuda) gedacht, der private Daten nur in f32 nimmt, nach einer Prüfung. auto ist bf16, wo der Prozessor es als solches multipliziert (AMX, AVX512-BF16), für lineare Köpfe auf vielen Zeilen beschränkter Norm, sonst f32; der Plan sagt, was.</translation>
    </message>
    <message>
        <source>How many runs a private selection makes on average. The number itself is drawn in secret.</source>
        <translation>Wie viele Läufe eine private Auswahl im Mittel macht. Die Zahl selbst wird geheim gezogen.</translation>
    </message>
    <message>
        <source>How the secret number of runs is distributed: poisson, or tnb:ETA with a shape above -1.</source>
        <translation>Wie die geheime Zahl der Läufe verteilt ist: poisson, oder tnb:ETA mit einer Form über -1.</translation>
    </message>
    <message>
        <source>How trials are told apart. A noisy count is charged; a private validation part has its own account.</source>
        <translation>Woran Versuche unterschieden werden. Eine verrauschte Zählung wird angerechnet; ein privater Validierungsteil hat ein eigenes Konto.</translation>
    </message>
    <message>
        <source>Parts of this private dataset that are public, as a list: test, validation or the name of a set. Their accuracies are then exact and cost nothing.</source>
        <translation>Teile dieses privaten Datensatzes, die öffentlich sind, als Liste: test, validation oder der Name eines Satzes. Ihre Genauigkeiten sind dann exakt und kosten nichts.</translation>
    </message>
    <message>
        <source>Shape of the classifier: linear, sequence:L for L vectors a record, or hidden:H with H hidden units, hidden:64,32 for two layers (which needs the initial weights he).</source>
        <translation>Form des Klassifikators: linear, sequence:L für L Vektoren je Datensatz, oder hidden:H mit H verborgenen Einheiten, hidden:64,32 für zwei Schichten (die die Anfangsgewichte he brauchen).</translation>
    </message>
    <message>
        <source>Views a record</source>
        <translation>Ansichten je Datensatz</translation>
    </message>
    <message>
        <source>Batch augmentation: a row holds several views of its record side by side, each brought to the row norm by itself. Their gradients are averaged inside the record before the clip, and their scores when it is classified, so views cost no privacy. Test rows may have fewer.</source>
        <translation>Augmentierung: Eine Zeile enthält mehrere Ansichten ihres Datensatzes nebeneinander, jede für sich auf die Zeilennorm gebracht. Ihre Gradienten werden im Datensatz gemittelt, bevor er beschnitten wird, und ihre Werte, wenn er klassifiziert wird; Ansichten kosten also nichts. Testzeilen dürfen weniger haben.</translation>
    </message>
    <message>
        <source>The space that r = η·T is searched in: auto (from the noise that the weights will hold, no data needed) or LOW,HIGH.</source>
        <translation>Der Raum, in dem r = η·T gesucht wird: auto (aus dem Rauschen, das die Gewichte enthalten werden, ohne Daten) oder KLEINSTES,GRÖSSTES.</translation>
    </message>
    <message>
        <source>Where later phases look for r: everywhere, around the first winner scaled by ε, or above it.</source>
        <translation>Wo spätere Phasen r suchen: überall, um den mit ε skalierten ersten Sieger, oder darüber.</translation>
    </message>
    <message>
        <source>Your claim that rows equal to those of earlier projects are other people&apos;s. Otherwise they share the budget that was spent there.</source>
        <translation>Ihre Erklärung, dass Zeilen, die denen früherer Projekte gleichen, anderen Leuten gehören. Sonst teilen sie das Budget, das dort ausgegeben wurde.</translation>
    </message>
    <message>
        <source>Initial scale</source>
        <translation>Anfangsfaktor</translation>
    </message>
    <message>
        <source>What the initial weights are multiplied by.</source>
        <translation>Womit die Anfangsgewichte malgenommen werden.</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>nicht gesagt</translation>
    </message>
    <message>
        <source>The encoder that made the features, as MODEL@REVISION. Results, cards and exported classifiers name it, and a classifier refuses features that name another.</source>
        <translation>Der Encoder, der die Merkmale gemacht hat, als MODELL@VERSION. Ergebnisse, Karten und exportierte Klassifikatoren nennen ihn, und ein Klassifikator lehnt Merkmale ab, die einen anderen nennen.</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Shares of train, validation and test, as 80/10/10, or of train and test, as 80/20. Each record of the train files falls into its part by a hash of its id, or else of its values; no other record decides.</source>
        <translation>Anteile von Training, Validierung und Test, etwa 80/10/10, oder von Training und Test, etwa 80/20. Jeder Datensatz der Trainingsdateien kommt durch einen Hash seiner ID in seinen Teil, sonst durch einen seiner Werte; kein anderer Datensatz entscheidet mit.</translation>
    </message>
    <message>
        <source>the parts have files of their own</source>
        <translation>die Teile haben eigene Dateien</translation>
    </message>
    <message>
        <source>Reuse the fit of</source>
        <translation>Kurve übernehmen von</translation>
    </message>
    <message>
        <source>An experiment of this project whose released fit gives r at this budget: that costs nothing, and the final run takes all there is.</source>
        <translation>Ein Experiment dieses Projekts, dessen freigegebene Kurve r für dieses Budget gibt: Das kostet nichts, und der Endlauf nimmt alles, was da ist.</translation>
    </message>
    <message>
        <source>Labels a record</source>
        <translation>Labels je Datensatz</translation>
    </message>
    <message>
        <source>The most labels that a record has. Above 1 labels are lists (3;17 in a text, padded with -1 in an array) or a matrix with a 1 in the column of each label. A record with more counts as empty.</source>
        <translation>So viele Labels hat ein Datensatz höchstens. Über 1 sind Labels Listen (3;17 in einem Text, in einem Array mit -1 aufgefüllt) oder eine Matrix mit einer 1 in der Spalte jedes Labels. Ein Datensatz mit mehr zählt als leer.</translation>
    </message>
    <message>
        <source>Private data</source>
        <translation>Private Daten</translation>
    </message>
    <message>
        <source>Budgets are enforced. Only released values are shown.</source>
        <translation>Budgets werden durchgesetzt. Nur veröffentlichte Werte werden gezeigt.</translation>
    </message>
    <message>
        <source>Public benchmark</source>
        <translation>Öffentlicher Benchmark</translation>
    </message>
    <message>
        <source>Everything may be shown. The budget is simulated and says so.</source>
        <translation>Alles darf gezeigt werden. Das Budget ist simuliert und sagt es.</translation>
    </message>
    <message>
        <source>Total &amp;ε</source>
        <translation>Gesamt-&amp;ε</translation>
    </message>
    <message>
        <source>&amp;δ</source>
        <translation>&amp;δ</translation>
    </message>
    <message>
        <source>This experiment</source>
        <translation>Dieses Experiment</translation>
    </message>
    <message>
        <source>all that remains</source>
        <translation>alles, was bleibt</translation>
    </message>
    <message>
        <source>Test ε</source>
        <translation>Test-ε</translation>
    </message>
    <message>
        <source>What the accuracy on the test rows takes of their own account: a number, or none.</source>
        <translation>Was die Genauigkeit auf den Testzeilen von deren eigenem Konto nimmt: eine Zahl, oder none.</translation>
    </message>
    <message>
        <source>&amp;Classes</source>
        <translation>&amp;Klassen</translation>
    </message>
    <message>
        <source>&amp;Records</source>
        <translation>&amp;Datensätze</translation>
    </message>
    <message>
        <source>A public figure for the number of training records. Without it the number in the file counts as public, and the guarantee says so.</source>
        <translation>Eine öffentliche Angabe der Zahl der Trainingsdatensätze. Ohne sie gilt die Zahl in der Datei als öffentlich, und die Garantie sagt es.</translation>
    </message>
    <message>
        <source>as in the file, public</source>
        <translation>wie in der Datei, öffentlich</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>zero-out</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>replace-one</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>What one person&apos;s presence changes. Zero-out: a row, or zeros in its place. Replace-one: a row, or another in its place (twice the sensitivity).</source>
        <translation>Was die Anwesenheit einer Person ändert. Nullsetzen: eine Zeile oder Nullen an ihrer Stelle. Ersetzen: eine Zeile oder eine andere an ihrer Stelle (doppelte Sensitivität).</translation>
    </message>
    <message>
        <source>Rows/person</source>
        <translation>Zeilen/Person</translation>
    </message>
    <message>
        <source>The most rows that one person can have: it multiplies every sensitivity.</source>
        <translation>Die meisten Zeilen, die eine Person haben kann: Sie vervielfacht jede Sensitivität.</translation>
    </message>
    <message>
        <source>Row &amp;norm</source>
        <translation>Zeilen&amp;norm</translation>
    </message>
    <message>
        <source>scale to norm 1</source>
        <translation>auf Norm 1</translation>
    </message>
    <message>
        <source>clip to a bound</source>
        <translation>auf Schranke kappen</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source>Norm bound</source>
        <translation>Normschranke</translation>
    </message>
    <message>
        <source>&amp;Phase ε</source>
        <translation>&amp;Phasen-ε</translation>
    </message>
    <message>
        <source>ε of one trial in each phase, as a list. Early phases are cheap looks at which total step size works.</source>
        <translation>ε eines Versuchs in jeder Phase, als Liste. Frühe Phasen sind billige Blicke darauf, welche Gesamtschrittweite taugt.</translation>
    </message>
    <message>
        <source>&amp;Trials each</source>
        <translation>&amp;Versuche je</translation>
    </message>
    <message>
        <source>Number of trials in each phase.</source>
        <translation>Zahl der Versuche in jeder Phase.</translation>
    </message>
    <message>
        <source>The dataset&apos;s cap, set once: ε bounds how much anyone can learn about one person from everything that is released. 1 is a common choice; smaller is more private. With inf, public data is trained on without noise.</source>
        <translation>Die Obergrenze des Datensatzes, einmal gesetzt: ε begrenzt, wie viel irgendjemand aus allem Veröffentlichten über eine Person lernen kann. 1 ist üblich; kleiner ist privater. Mit inf wird auf öffentlichen Daten ohne Rauschen trainiert.</translation>
    </message>
    <message>
        <source>The dataset&apos;s δ, set once: the chance that the bound of ε fails. Choose it well below one over the number of people.</source>
        <translation>Das δ des Datensatzes, einmal gesetzt: die Wahrscheinlichkeit, dass die Schranke ε versagt. Deutlich kleiner als eins durch die Zahl der Personen wählen.</translation>
    </message>
    <message>
        <source>What this experiment may take of the total, as ε; with inf, public data is trained on without noise.</source>
        <translation>Was dieses Experiment vom Ganzen nehmen darf, als ε; mit inf wird auf öffentlichen Daten ohne Rauschen trainiert.</translation>
    </message>
    <message>
        <source>Number of classes, a declared constant that private data needs: it must not be counted from private labels.</source>
        <translation>Zahl der Klassen, eine erklärte Konstante, die private Daten brauchen: Sie darf nicht aus privaten Labels gezählt werden.</translation>
    </message>
    <message>
        <source>Each row is scaled or clipped by itself, which costs no budget. Norm 1 lets the search know its scale.</source>
        <translation>Jede Zeile wird für sich skaliert oder gekappt, das kostet kein Budget. Mit Norm 1 kennt die Suche ihre Skala.</translation>
    </message>
    <message>
        <source>The bound that rows are clipped to: longer ones are shortened to it.</source>
        <translation>Die Schranke, auf die Zeilen gekappt werden: Längere werden darauf gekürzt.</translation>
    </message>
</context>
<context>
    <name>parsimony::search</name>
    <message>
        <source>linear scaling</source>
        <translation>lineare Skalierung</translation>
    </message>
    <message>
        <source>Finds r by trials at small ε and extrapolates it to the final run.</source>
        <translation>Findet r in Läufen mit kleinem ε und rechnet es auf den letzten Lauf hoch.</translation>
    </message>
    <message>
        <source>unit noise, no trials</source>
        <translation>Einheitsrauschen, ohne Versuche</translation>
    </message>
    <message>
        <source>Spends all on one run, whose learning rate follows from the noise that its weights will hold.</source>
        <translation>Gibt alles für einen Lauf aus, dessen Lernrate aus dem Rauschen folgt, das seine Gewichte enthalten werden.</translation>
    </message>
    <message>
        <source>adaptive (auto)</source>
        <translation>anpassend (auto)</translation>
    </message>
    <message>
        <source>Centres rows and takes r from declared constants, corrected by a charged look at the rows.</source>
        <translation>Zentriert die Zeilen, nimmt r aus erklärten Konstanten und berichtigt es durch einen Blick auf die Zeilen, der belastet wird.</translation>
    </message>
    <message>
        <source>single run</source>
        <translation>einzelner Lauf</translation>
    </message>
    <message>
        <source>One run, at the learning rate that is given or that follows from declared constants.</source>
        <translation>Ein Lauf mit der Lernrate, die angegeben ist oder aus erklärten Konstanten folgt.</translation>
    </message>
    <message>
        <source>random search</source>
        <translation>Zufallssuche</translation>
    </message>
    <message>
        <source>Runs of equal budgets at values of r that are drawn; the best is the result.</source>
        <translation>Läufe mit gleichen Budgets bei gezogenen Werten von r; der beste ist das Ergebnis.</translation>
    </message>
    <message>
        <source>grid search</source>
        <translation>Gittersuche</translation>
    </message>
    <message>
        <source>Runs of equal budgets, one for each pair of a learning rate and a number of steps; the best is the result.</source>
        <translation>Läufe mit gleichen Budgets, einer für jedes Paar aus Lernrate und Schrittzahl; der beste ist das Ergebnis.</translation>
    </message>
    <message>
        <source>two halves, averaged</source>
        <translation>zwei Hälften, gemittelt</translation>
    </message>
    <message>
        <source>Trains a model on each half of the records and takes their mean; unit noise does better with one run on all.</source>
        <translation>Trainiert je ein Modell auf einer Hälfte der Datensätze und nimmt den Mittelwert; Einheitsrauschen erreicht mit einem Lauf auf allen mehr.</translation>
    </message>
    <message>
        <source>Bayesian search</source>
        <translation>Bayessche Suche</translation>
    </message>
    <message>
        <source>Runs trials one after another, each where a Gaussian process through the scores expects most; the final run takes the rest at its best place.</source>
        <translation>Versuche nacheinander, jeder dort, wo ein Gaußprozess durch die Wertungen am meisten erwartet; der letzte Lauf nimmt den Rest an dessen bester Stelle.</translation>
    </message>
    <message>
        <source>successive halving</source>
        <translation>sukzessives Halbieren</translation>
    </message>
    <message>
        <source>Draws values of r; in each of several rungs the better half runs again, with twice the budget a run, until one is left.</source>
        <translation>Zieht Werte von r; in jeder von mehreren Runden läuft die bessere Hälfte noch einmal, mit doppeltem Budget je Lauf, bis einer übrig ist.</translation>
    </message>
    <message>
        <source>oracle (public data only)</source>
        <translation>Orakel (nur öffentliche Daten)</translation>
    </message>
    <message>
        <source>A grid whose runs each take the whole budget, and whose choice nobody is charged for.</source>
        <translation>Ein Gitter, dessen Läufe jeder das ganze Budget nehmen und dessen Auswahl niemandem angerechnet wird.</translation>
    </message>
    <message>
        <source>private selection (Papernot-Steinke)</source>
        <translation>private Auswahl (Papernot-Steinke)</translation>
    </message>
    <message>
        <source>The best of a secret, random number of runs, charged as one mechanism.</source>
        <translation>Der beste aus einer geheimen, zufälligen Zahl von Läufen, als ein Mechanismus angerechnet.</translation>
    </message>
    <message>
        <source>tuning on a subset (Koskela-Kulkarni)</source>
        <translation>Suche auf Teilmenge (Koskela-Kulkarni)</translation>
    </message>
    <message>
        <source>A private selection on a random part of the records; the final run takes the others.</source>
        <translation>Eine private Auswahl auf einem zufälligen Teil der Datensätze; der letzte Lauf nimmt die anderen.</translation>
    </message>
</context>
<context>
    <name>parsimony::train</name>
    <message>
        <source>DP-GD (full batch)</source>
        <translation>DP-GD (alle Zeilen)</translation>
    </message>
    <message>
        <source>Gradients of all records in each step, with momentum.</source>
        <translation>Gradienten aller Datensätze in jedem Schritt, mit Momentum.</translation>
    </message>
    <message>
        <source>DP-SGD (Poisson)</source>
        <translation>DP-SGD (Poisson)</translation>
    </message>
    <message>
        <source>Gradients of a random sample of the records in each step, with momentum.</source>
        <translation>Gradienten einer zufälligen Stichprobe der Datensätze in jedem Schritt, mit Momentum.</translation>
    </message>
    <message>
        <source>DP-Adam</source>
        <translation>DP-Adam</translation>
    </message>
    <message>
        <source>Adam&apos;s steps from noisy gradients.</source>
        <translation>Die Schritte von Adam aus verrauschten Gradienten.</translation>
    </message>
    <message>
        <source>DP-Adam, no rate to tune</source>
        <translation>DP-Adam ohne Lernrate</translation>
    </message>
    <message>
        <source>Adam whose second moment follows from the noise alone, so that it needs no learning rate.</source>
        <translation>Adam, dessen zweites Moment allein aus dem Rauschen folgt, so dass er keine Lernrate braucht.</translation>
    </message>
    <message>
        <source>DP-LS (least squares)</source>
        <translation>DP-LS (kleinste Quadrate)</translation>
    </message>
    <message>
        <source>Least squares, solved once from noisy sums.</source>
        <translation>Kleinste Quadrate, einmal aus verrauschten Summen gelöst.</translation>
    </message>
    <message>
        <source>DP-Prototypes (class means)</source>
        <translation>DP-Prototypen (Klassenmittel)</translation>
    </message>
    <message>
        <source>One noisy sum of each class; the nearest by angle wins. Has no knobs.</source>
        <translation>Eine verrauschte Summe je Klasse; die nächste dem Winkel nach gewinnt. Hat keine Einstellungen.</translation>
    </message>
    <message>
        <source>DP-Newton</source>
        <translation>DP-Newton</translation>
    </message>
    <message>
        <source>Newton&apos;s steps: a noisy gradient and a noisy Hessian of each class.</source>
        <translation>Newtons Schritte: ein verrauschter Gradient und eine verrauschte Hesse-Matrix jeder Klasse.</translation>
    </message>
    <message>
        <source>DP-FC</source>
        <translation>DP-FC</translation>
    </message>
    <message>
        <source>Gradients that are conditioned by a noisy covariance of the features.</source>
        <translation>Gradienten, die mit einer verrauschten Kovarianz der Merkmale vorkonditioniert sind.</translation>
    </message>
    <message>
        <source>DP-ZO (zeroth order)</source>
        <translation>DP-ZO (nullter Ordnung)</translation>
    </message>
    <message>
        <source>One noisy number a step: how the loss differs along a random direction.</source>
        <translation>Eine verrauschte Zahl je Schritt: wie sich der Verlust entlang einer zufälligen Richtung ändert.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::CuratorSwitch</name>
    <message>
        <source>C&amp;urator values</source>
        <translation>K&amp;uratorwerte</translation>
    </message>
    <message>
        <source>Show what was computed from private rows without a charge. The ledger gets a row that says so.</source>
        <translation>Zeigt, was ohne Belastung aus privaten Zeilen berechnet wurde. Das Kassenbuch bekommt eine Zeile darüber.</translation>
    </message>
    <message>
        <source>Curator values are hidden.</source>
        <translation>Kuratorwerte sind verborgen.</translation>
    </message>
    <message>
        <source>Curator values are shown. The ledger that a run begins will say so.</source>
        <translation>Kuratorwerte sind sichtbar. Das Kassenbuch, das ein Lauf beginnt, wird es festhalten.</translation>
    </message>
    <message>
        <source>Curator values are shown. The ledger has a row that says so.</source>
        <translation>Kuratorwerte sind sichtbar. Das Kassenbuch hält es fest.</translation>
    </message>
    <message>
        <source>Curator values stay hidden: %1</source>
        <translation>Kuratorwerte bleiben verborgen: %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PageTabs</name>
    <message>
        <source>Groups of pages</source>
        <translation>Gruppen von Seiten</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PageArea</name>
    <message>
        <source>The filter leaves nothing to draw here. Esc in it clears it.</source>
        <translation>Der Filter lässt hier nichts zu zeichnen übrig. Esc in ihm leert ihn.</translation>
    </message>
    <message>
        <source>Step size</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>Which step size is best at which ε?</source>
        <translation>Welche Schrittweite ist bei welchem ε die beste?</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>What makes a trial good?</source>
        <translation>Was macht einen Versuch gut?</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>How did an experiment go?</source>
        <translation>Wie lief ein Experiment?</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>What does a budget buy?</source>
        <translation>Was kauft ein Budget?</translation>
    </message>
    <message>
        <source>Which method is best under one budget?</source>
        <translation>Welche Methode ist unter einem Budget die beste?</translation>
    </message>
    <message>
        <source>What came out, and how good is it elsewhere?</source>
        <translation>Was kam heraus, und wie gut ist es anderswo?</translation>
    </message>
    <message>
        <source>Does what the ledger says hold?</source>
        <translation>Hält, was das Kassenbuch sagt?</translation>
    </message>
    <message>
        <source>contours</source>
        <translation>Höhenlinien</translation>
    </message>
    <message>
        <source>Lines of equal total step size r = η · T</source>
        <translation>Linien gleicher Gesamtschrittweite r = η · T</translation>
    </message>
    <message>
        <source>Lines of equal ν, the noise that the finished weights put on a logit</source>
        <translation>Linien gleichen ν, des Rauschens der fertigen Gewichte auf einem Logit</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Trials of searches, on the panel of the nearest ε</source>
        <translation>Versuche von Suchen, auf dem Feld des nächsten ε</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>What runs to the right</source>
        <translation>Was nach rechts läuft</translation>
    </message>
    <message>
        <source>What runs upwards</source>
        <translation>Was nach oben läuft</translation>
    </message>
    <message>
        <source>What the colour tells</source>
        <translation>Was die Farbe sagt</translation>
    </message>
    <message>
        <source>Lines of equal accuracy, smoothed over neighbouring cells</source>
        <translation>Linien gleicher Genauigkeit, über benachbarte Zellen geglättet</translation>
    </message>
    <message>
        <source>Which ε have a panel</source>
        <translation>Welche ε ein Feld haben</translation>
    </message>
    <message>
        <source>every ε</source>
        <translation>jedes ε</translation>
    </message>
    <message>
        <source>%1 of %2 ε</source>
        <translation>%1 von %2 ε</translation>
    </message>
    <message>
        <source>The knobs to tell apart</source>
        <translation>Die Regler, die unterschieden werden</translation>
    </message>
    <message>
        <source>searched knobs</source>
        <translation>gesuchte Regler</translation>
    </message>
    <message>
        <source>%1 of %2 knobs</source>
        <translation>%1 von %2 Reglern</translation>
    </message>
    <message>
        <source>The experiments that table and plots show; they stand in the filter</source>
        <translation>Die Experimente, die Tabelle und Diagramme zeigen; sie stehen im Filter</translation>
    </message>
    <message>
        <source>every experiment</source>
        <translation>jedes Experiment</translation>
    </message>
    <message>
        <source>%1 of %2 experiments</source>
        <translation>%1 von %2 Experimenten</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>What a sweep, a comparison or a study found stands here when it has ended: tables, and the pictures that it names. Start one on the left, under “Studies”.</source>
        <translation>Hier steht, was eine Reihe, ein Vergleich oder eine Studie gefunden hat, wenn sie zu Ende ist: Tabellen, und die Bilder, die sie nennt. Sie beginnt links, unter „Studien“.</translation>
    </message>
    <message>
        <source>Attack</source>
        <translation>Angriff</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Maschine</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::RunFlow</name>
    <message>
        <source>The study is done: its runs are in the project.</source>
        <translation>Die Studie ist fertig: ihre Läufe stehen im Projekt.</translation>
    </message>
    <message>
        <source>Paused: the same study goes on from here when it is run again.</source>
        <translation>Angehalten: dieselbe Studie geht von hier weiter, wenn sie wieder gestartet wird.</translation>
    </message>
    <message>
        <source>Running. It takes nothing of any budget.</source>
        <translation>Läuft und nimmt nichts von einem Budget.</translation>
    </message>
    <message>
        <source>Running. The plan and its price are fixed now.</source>
        <translation>Läuft. Plan und Preis stehen jetzt fest.</translation>
    </message>
    <message>
        <source>In the queue. Change something for another one, then run the queue.</source>
        <translation>In der Warteschlange. Etwas ändern für ein weiteres, dann die Warteschlange starten.</translation>
    </message>
    <message>
        <source>Paused at a checkpoint. What is reserved stays reserved.</source>
        <translation>An einem Sicherungspunkt angehalten. Reserviertes bleibt reserviert.</translation>
    </message>
    <message>
        <source>This plan has run. Change something above to see what another would take.</source>
        <translation>Dieser Plan ist gelaufen. Oben etwas ändern, um zu sehen, was ein anderer nähme.</translation>
    </message>
    <message>
        <source>Choose training features first: drop files or open them under Data.</source>
        <translation>Zuerst Trainingsmerkmale wählen: Dateien hierherziehen oder unter Daten öffnen.</translation>
    </message>
    <message>
        <source>Choose the labels of the training rows under Data.</source>
        <translation>Die Label der Trainingszeilen unter Daten wählen.</translation>
    </message>
    <message>
        <source>Still to say: the number of classes under Data, ε and δ under Budget.</source>
        <translation>Noch anzugeben: die Zahl der Klassen unter Daten, ε und δ unter Budget.</translation>
    </message>
    <message>
        <source>Set ε and δ under Budget.</source>
        <translation>ε und δ unter Budget angeben.</translation>
    </message>
    <message>
        <source>Declare the number of classes under Data: it may not be counted from private labels.</source>
        <translation>Die Zahl der Klassen unter Daten angeben: Aus privaten Labeln darf sie nicht gezählt werden.</translation>
    </message>
    <message>
        <source>The budget cannot pay this plan: ε %1 is missing.</source>
        <translation>Das Budget kann diesen Plan nicht bezahlen: Es fehlt ε %1.</translation>
    </message>
    <message>
        <source>This plan cannot run; the reason stands under Plan.</source>
        <translation>Dieser Plan kann nicht laufen; der Grund steht unter Plan.</translation>
    </message>
    <message>
        <source>Finished. Export the classifier with Ctrl+E.</source>
        <translation>Fertig. Strg+E exportiert den Klassifikator.</translation>
    </message>
    <message>
        <source>Paused: resume goes on under the same reservation.</source>
        <translation>Angehalten: Fortsetzen läuft unter derselben Reservierung weiter.</translation>
    </message>
    <message>
        <source>Nothing is left to go on with.</source>
        <translation>Es gibt nichts mehr, womit es weitergehen könnte.</translation>
    </message>
    <message>
        <source>The queue stopped: what failed stands under Plan. The rest still waits.</source>
        <translation>Die Warteschlange hält: was misslang, steht unter Plan. Der Rest wartet noch.</translation>
    </message>
    <message>
        <source>Trial %1 stands as a single run in the forms. Nothing is spent until you run it.</source>
        <translation>Versuch %1 steht als Einzellauf in den Formularen. Nichts wird verbraucht, bis Sie ihn ausführen.</translation>
    </message>
    <message>
        <source>Another window or program runs this plan now; what it releases is shown here.</source>
        <translation>Ein anderes Fenster oder Programm führt diesen Plan gerade aus; was es freigibt, erscheint hier.</translation>
    </message>
    <message>
        <source>This project is read-only, or a copy for others: nothing can run in it. Open the original, in a folder that you may write to.</source>
        <translation>Dieses Projekt ist schreibgeschützt oder eine Kopie für andere: Darin kann nichts laufen. Bitte das Original öffnen, in einem beschreibbaren Ordner.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Fertig.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>In the queue of this window alone: a server keeps none, since what waits holds paths and declarations that are its curator&apos;s.</source>
        <translation>Nur in der Warteschlange dieses Fensters: ein Server hält keine, denn was wartet, enthält Pfade und Erklärungen, die Sache seines Kurators sind.</translation>
    </message>
    <message>
        <source>In the queue: %1.</source>
        <translation>In der Warteschlange: %1.</translation>
    </message>
    <message>
        <source>Part “%1”: %2.</source>
        <translation>Teil „%1“: %2.</translation>
    </message>
    <message>
        <source>The look was stopped; what it took stays taken.</source>
        <translation>Der Blick wurde angehalten; was er gekostet hat, bleibt ausgegeben.</translation>
    </message>
    <message>
        <source>Stopped: its page says why.</source>
        <translation>Angehalten: ihre Seite sagt, warum.</translation>
    </message>
    <message>
        <source>Stopped: the reason stands under Studies.</source>
        <translation>Angehalten: der Grund steht unter Studien.</translation>
    </message>
    <message>
        <source>Stopped: the reason stands under Plan.</source>
        <translation>Angehalten: der Grund steht unter Plan.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::WindowLayout</name>
    <message>
        <source>Setup</source>
        <translation>Einrichten</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Hide %1 (View menu brings it back)</source>
        <translation>%1 ausblenden (das Menü Ansicht holt es zurück)</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::WindowMenus</name>
    <message>
        <source>Open &amp;again</source>
        <translation>&amp;Wieder öffnen</translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation>S&amp;eiten</translation>
    </message>
    <message>
        <source>Write a &amp;report…</source>
        <translation>&amp;Bericht schreiben …</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New project</source>
        <translation>&amp;Neues Projekt</translation>
    </message>
    <message>
        <source>&amp;Open project…</source>
        <translation>Projekt ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open on a &amp;server…</source>
        <translation>Auf einem &amp;Server öffnen …</translation>
    </message>
    <message>
        <source>Open &amp;feature files…</source>
        <translation>&amp;Merkmalsdateien öffnen …</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>&amp;Beispiele</translation>
    </message>
    <message>
        <source>Nouns of WordNet</source>
        <translation>Substantive aus WordNet</translation>
    </message>
    <message>
        <source>Handwritten digits</source>
        <translation>Handgeschriebene Ziffern</translation>
    </message>
    <message>
        <source>Where the project is &amp;stored…</source>
        <translation>&amp;Speicherort des Projekts …</translation>
    </message>
    <message>
        <source>&amp;Export the classifier…</source>
        <translation>Klassifikator &amp;exportieren …</translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation>Projekt s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Filter trials</source>
        <translation>Versuche &amp;filtern</translation>
    </message>
    <message>
        <source>Filter trials</source>
        <translation>Versuche filtern</translation>
    </message>
    <message>
        <source>&amp;Note on the selected trial</source>
        <translation>&amp;Notiz zum gewählten Versuch</translation>
    </message>
    <message>
        <source>Copy trials as &amp;CSV</source>
        <translation>Versuche als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Copied the shown trials as CSV</source>
        <translation>Die gezeigten Versuche sind als CSV kopiert</translation>
    </message>
    <message>
        <source>Copy trials as &amp;LaTeX</source>
        <translation>Versuche als &amp;LaTeX kopieren</translation>
    </message>
    <message>
        <source>Copied the shown trials as LaTeX</source>
        <translation>Die gezeigten Versuche sind als LaTeX kopiert</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Show &amp;all of the plot</source>
        <translation>&amp;Ganzes Diagramm zeigen</translation>
    </message>
    <message>
        <source>&amp;Back to the view before</source>
        <translation>&amp;Zurück zur vorigen Ansicht</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>&amp;Nächste Seite</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>&amp;Vorige Seite</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Reset the arrangement</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>E&amp;xperiment</source>
        <translation>E&amp;xperiment</translation>
    </message>
    <message>
        <source>&amp;Run the plan</source>
        <translation>Plan aus&amp;führen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Re&amp;sume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Show experiment</source>
        <translation>Experiment an&amp;zeigen</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle …</translation>
    </message>
    <message>
        <source>&amp;Calculator</source>
        <translation>&amp;Rechner</translation>
    </message>
    <message>
        <source>&amp;Verify the ledger</source>
        <translation>Kassenbuch &amp;prüfen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>&amp;Rundgang</translation>
    </message>
    <message>
        <source>&amp;About Parsimony</source>
        <translation>&amp;Über Parsimony</translation>
    </message>
    <message>
        <source>About Parsimony</source>
        <translation>Über Parsimony</translation>
    </message>
    <message>
        <source>&lt;b&gt;Parsimony %1&lt;/b&gt;&lt;p&gt;Private hyperparameter search with a budget that is kept.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Parsimony %1&lt;/b&gt;&lt;p&gt;Private Hyperparametersuche mit einem Budget, das gehalten wird.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder später.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Attack a trainer</source>
        <translation>Einen Trainer &amp;angreifen</translation>
    </message>
    <message>
        <source>&amp;Measure this machine</source>
        <translation>Diese Maschine &amp;messen</translation>
    </message>
    <message>
        <source>Save a copy for &amp;others…</source>
        <translation>&amp;Kopie für andere speichern…</translation>
    </message>
    <message>
        <source>Save the plan as &amp;TOML…</source>
        <translation>Plan als &amp;TOML speichern…</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ErrorText</name>
    <message>
        <source>%1</source>
        <translation>Die Engine sagt, auf Englisch: %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ProblemLabel</name>
    <message>
        <source>In English: %1</source>
        <translation>Auf Englisch: %1</translation>
    </message>
    <message>
        <source>Copy the English sentence</source>
        <translation>Den englischen Satz kopieren</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EdfPlot</name>
    <message>
        <source>EDF</source>
        <translation>EDF</translation>
    </message>
    <message>
        <source>released score / %</source>
        <translation>freigegebene Bewertung / %</translation>
    </message>
    <message>
        <source>trials up to this score / %</source>
        <translation>Versuche bis dorthin / %</translation>
    </message>
    <message>
        <source>How the scores of a search are distributed: a curve for each experiment, further right where more settings were good. Run a plan with phases.</source>
        <translation>Wie sich die Bewertungen einer Suche verteilen: eine Kurve je Experiment, weiter rechts, wo mehr Einstellungen gut waren. Dazu einen Plan mit Phasen ausführen.</translation>
    </message>
    <message>
        <source>No scored trial is left: clear the filter of the table.</source>
        <translation>Kein bewerteter Versuch ist übrig: bitte den Filter der Tabelle leeren.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 · trial %2 · %3 of its trials score at most %4</source>
        <translation>%1 · Versuch %2 · %3 der Versuche darin erreichen höchstens %4</translation>
    </message>
    <message>
        <source>experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ExportDialog</name>
    <message>
        <source>Export the classifier</source>
        <translation>Klassifikator exportieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Its ending chooses the format: .safetensors, .npz, .onnx or .csv.</source>
        <translation>Die Endung wählt das Format: .safetensors, .npz, .onnx oder .csv.</translation>
    </message>
    <message>
        <source>safetensors (*.safetensors);;NumPy (*.npz);;ONNX (*.onnx);;CSV (*.csv)</source>
        <translation>safetensors (*.safetensors);;NumPy (*.npz);;ONNX (*.onnx);;CSV (*.csv)</translation>
    </message>
    <message>
        <source>Sign with</source>
        <translation>Signieren mit</translation>
    </message>
    <message>
        <source>Optional: an Ed25519 key, as “openssl genpkey -algorithm ed25519 -out key.pem” makes it. A signed statement beside the classifier names its files, its guarantee and the ledger it comes from. The key is read now and kept nowhere.</source>
        <translation>Wahlweise: ein Ed25519-Schlüssel, wie ihn „openssl genpkey -algorithm ed25519 -out key.pem“ erzeugt. Eine signierte Aussage neben dem Klassifikator nennt seine Dateien, seine Garantie und das Kassenbuch, aus dem er stammt. Der Schlüssel wird jetzt gelesen und nirgends aufbewahrt.</translation>
    </message>
    <message>
        <source>The key that signs</source>
        <translation>Der Schlüssel, der signiert</translation>
    </message>
    <message>
        <source>Keys (*.pem);;All files (*)</source>
        <translation>Schlüssel (*.pem);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::RecentProjects</name>
    <message>
        <source>ε %1 left</source>
        <translation>noch ε %1</translation>
    </message>
    <message>
        <source>nothing left</source>
        <translation>nichts übrig</translation>
    </message>
    <message>
        <source>interrupted: open it to resume</source>
        <translation>unterbrochen: zum Fortsetzen öffnen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::Filter</name>
    <message>
        <source>AND</source>
        <translation>UND</translation>
    </message>
    <message>
        <source>OR</source>
        <translation>ODER</translation>
    </message>
    <message>
        <source>NOT</source>
        <translation>NICHT</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>character %1: %2</source>
        <translation>Zeichen %1: %2</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::FilterField</name>
    <message>
        <source>Filter  /   e.g. score&gt;70% (phase=2 OR phase=final)</source>
        <translation>Filter  /   z. B. score&gt;70% (phase=2 ODER phase=Ende)</translation>
    </message>
    <message>
        <source>Filter of the trials</source>
        <translation>Filter der Versuche</translation>
    </message>
    <message>
        <source>Trials that the table and the plots show: column, one of = != &lt; &lt;= &gt; &gt;= ~ and a value, joined by AND, OR, NOT and parentheses. A word alone is looked for.</source>
        <translation>Versuche, die Tabelle und Diagramme zeigen: Spalte, eines von = != &lt; &lt;= &gt; &gt;= ~ und ein Wert, verbunden mit UND, ODER, NICHT und Klammern. Ein Wort allein wird gesucht.</translation>
    </message>
    <message>
        <source>Kept filters</source>
        <translation>Aufgehobene Filter</translation>
    </message>
    <message>
        <source>No filter is kept yet</source>
        <translation>Noch kein Filter aufgehoben</translation>
    </message>
    <message>
        <source>Keep this filter</source>
        <translation>Diesen Filter aufheben</translation>
    </message>
    <message>
        <source>Forget this filter</source>
        <translation>Diesen Filter vergessen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ScatterPlot</name>
    <message>
        <source>experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>score / %</source>
        <translation>Bewertung / %</translation>
    </message>
    <message>
        <source>trial %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>Any two numbers of the trials against each other, coloured by a third. Choose them above; with the score upwards it shows what one knob does.</source>
        <translation>Zwei beliebige Zahlen der Versuche gegeneinander, gefärbt nach einer dritten. Sie werden oben gewählt; mit der Bewertung nach oben zeigt sich, was ein einzelner Regler bewirkt.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ChecklistButton</name>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>Search the list</source>
        <translation>Die Liste durchsuchen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::KnobPlot</name>
    <message>
        <source>Knobs</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>Shares of the variance of %1 released scores (functional ANOVA of a random forest): it costs nothing.</source>
        <translation>Anteile an der Varianz von %1 veröffentlichten Bewertungen (funktionale ANOVA eines Zufallswalds): Das kostet nichts.</translation>
    </message>
    <message>
        <source>The line is the score to expect. Trees explain %1 of scores that they have not seen.</source>
        <translation>Die Linie ist die erwartete Bewertung. Bäume erklären %1 der Bewertungen, die sie nicht kennen.</translation>
    </message>
    <message>
        <source>Trees explain none of the scores that they have not seen: these shares mean nothing.</source>
        <translation>Bäume erklären keine der Bewertungen, die sie nicht kennen: Diese Anteile sagen nichts.</translation>
    </message>
    <message>
        <source>%1 scored trials say how important each knob is; here are %2.</source>
        <translation>%1 bewertete Versuche sagen, wie wichtig jeder Regler ist; hier sind es %2.</translation>
    </message>
    <message>
        <source>Colour: %1 from %2 (dark) to %3 (bright).</source>
        <translation>Farbe: %1 von %2 (dunkel) bis %3 (hell).</translation>
    </message>
    <message>
        <source>importance / %</source>
        <translation>Wichtigkeit / %</translation>
    </message>
    <message>
        <source>score / %</source>
        <translation>Bewertung / %</translation>
    </message>
    <message>
        <source>Which knob matters: the score against each of them appears here when trials were scored in which a knob varied, with the share of the scores&apos; variance that each explains.</source>
        <translation>Welcher Regler zählt: Hier erscheint die Bewertung gegen jeden von ihnen, sobald Versuche bewertet sind, in denen ein Regler verschieden stand, mit dem Anteil an der Varianz der Bewertungen, den jeder erklärt.</translation>
    </message>
    <message>
        <source>trial %1 · %2 %3 · %4</source>
        <translation>Versuch %1 · %2 %3 · %4</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TrialTableModel</name>
    <message>
        <source>experiment %1</source>
        <translation>Experiment %1</translation>
    </message>
    <message>
        <source>1 trial</source>
        <translation>1 Versuch</translation>
    </message>
    <message>
        <source>%1 trials</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source> · best score %1</source>
        <translation> · beste Bewertung %1</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::StudySection</name>
    <message>
        <source>%1 runs, nothing new to pay</source>
        <translation>%1 Läufe, nichts Neues zu bezahlen</translation>
    </message>
    <message>
        <source>1 run, nothing new to pay</source>
        <translation>1 Lauf, nichts Neues zu bezahlen</translation>
    </message>
    <message>
        <source>sweep over η and T</source>
        <translation>Reihe über η und T</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Numbers with semicolons between them.</source>
        <translation>Zahlen mit Semikolon dazwischen.</translation>
    </message>
    <message>
        <source>Budgets, one heatmap each. On private data it is what each cell is charged.</source>
        <translation>Budgets, je eine Heatmap. Auf privaten Daten kostet jede Zelle so viel.</translation>
    </message>
    <message>
        <source>that of the budget</source>
        <translation>das des Budgets</translation>
    </message>
    <message>
        <source>Learning rates of the grid.</source>
        <translation>Lernraten des Rasters.</translation>
    </message>
    <message>
        <source>Steps of the grid.</source>
        <translation>Schritte des Rasters.</translation>
    </message>
    <message>
        <source>those of the plan</source>
        <translation>die des Plans</translation>
    </message>
    <message>
        <source>The methods to compare</source>
        <translation>Die Verfahren, die verglichen werden</translation>
    </message>
    <message>
        <source>the usual methods</source>
        <translation>die üblichen Verfahren</translation>
    </message>
    <message>
        <source>%1 of %2 methods</source>
        <translation>%1 von %2 Verfahren</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>The automatic method, linear scaling, random search and an oracle, unless others are ticked.</source>
        <translation>Automatik, lineare Skalierung, Zufallssuche und ein Orakel, wenn keine anderen angehakt sind.</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Runs of each, with other seeds; more than one is for public data.</source>
        <translation>Läufe von jedem, mit anderen Startwerten; mehr als einer ist für öffentliche Daten.</translation>
    </message>
    <message>
        <source>A whole number of at least 1.</source>
        <translation>Eine ganze Zahl ab 1.</translation>
    </message>
    <message>
        <source>+ queue it</source>
        <translation>+ in die Warteschlange</translation>
    </message>
    <message>
        <source>It runs when what waits before it has finished.</source>
        <translation>Sie läuft, wenn fertig ist, was davor wartet.</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 fertig</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Run the comparison</source>
        <translation>Vergleich starten</translation>
    </message>
    <message>
        <source>Run the sweep</source>
        <translation>Reihe starten</translation>
    </message>
    <message>
        <source>takes ε = %1 in all</source>
        <translation>nimmt insgesamt ε = %1</translation>
    </message>
    <message>
        <source>%1 runs, public data</source>
        <translation>%1 Läufe, öffentliche Daten</translation>
    </message>
    <message>
        <source>1 run, public data</source>
        <translation>1 Lauf, öffentliche Daten</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>documented study</source>
        <translation>beschriebene Studie</translation>
    </message>
    <message>
        <source>A sweep scores each pair of learning rate and steps at each ε, for the heatmaps. A comparison runs methods under the same ε with repeats; it is for public data. A documented study is a file that names its data, its settings and its plots.</source>
        <translation>Eine Reihe bewertet jedes Paar aus Lernrate und Schritten bei jedem ε, für die Heatmaps. Ein Vergleich führt Verfahren unter demselben ε mit Wiederholungen aus; er ist für öffentliche Daten. Eine beschriebene Studie ist eine Datei, die ihre Daten, ihre Einstellungen und ihre Bilder nennt.</translation>
    </message>
    <message>
        <source>choose one, or FILE.toml</source>
        <translation>eine wählen, oder DATEI.toml</translation>
    </message>
    <message>
        <source>The file of another study</source>
        <translation>Die Datei einer anderen Studie</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>A study that comes with Parsimony, or a file like those: the manual says what stands in it.</source>
        <translation>Eine Studie, die Parsimony mitbringt, oder eine Datei wie diese: was darin steht, sagt das Handbuch.</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>Kurz</translation>
    </message>
    <message>
        <source>Run the study</source>
        <translation>Studie ausführen</translation>
    </message>
    <message>
        <source>Two repeats at most: a first look, in a fraction of the time.</source>
        <translation>Höchstens zwei Wiederholungen: ein erster Blick, in einem Bruchteil der Zeit.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::GanttPlot</name>
    <message>
        <source>d MMM HH:mm</source>
        <comment>a day and its clock, in Qt's letters</comment>
        <translation>dd.MM. HH:mm</translation>
    </message>
    <message>
        <source>A private selection is one mechanism: when its runs began and ended would tell how many there were, so nothing of it is shown.</source>
        <translation>Eine private Auswahl ist ein einziger Mechanismus: wann ihre Läufe begannen und endeten, verriete, wie viele es waren; deshalb wird nichts davon gezeigt.</translation>
    </message>
    <message>
        <source>When the trials of the experiment ran appears here, phase by phase against the clock, as soon as the first one has begun.</source>
        <translation>Wann die Versuche des Experiments liefen, erscheint hier Phase für Phase nach der Uhr, sobald der erste begonnen hat.</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>time of day</source>
        <translation>Uhrzeit</translation>
    </message>
    <message>
        <source>time of day, experiment %1</source>
        <translation>Uhrzeit, Experiment %1</translation>
    </message>
    <message>
        <source>trial %1 · %2 · %3 to %4 · %5 s</source>
        <translation>Versuch %1 · %2 · %3 bis %4 · %5 s</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::SheetView</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>The tables, for a spreadsheet</source>
        <translation>Die Tabellen, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>All figures as JSON, the pictures as SVG beside it</source>
        <translation>Alle Zahlen als JSON, die Bilder als SVG daneben</translation>
    </message>
    <message>
        <source>Copied the tables</source>
        <translation>Die Tabellen sind kopiert</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>Das Ergebnis speichern</translation>
    </message>
    <message>
        <source>Figures as JSON, pictures beside it (*.json)</source>
        <translation>Zahlen als JSON, Bilder daneben (*.json)</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::TaskPage</name>
    <message>
        <source>+ queue it</source>
        <translation>+ einreihen</translation>
    </message>
    <message>
        <source>It runs when what waits before it has finished.</source>
        <translation>Es läuft, wenn fertig ist, was davor wartet.</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 fertig</translation>
    </message>
    <message>
        <source>A whole number of at least 1.</source>
        <translation>Eine ganze Zahl ab 1.</translation>
    </message>
    <message>
        <source>A number above 0.</source>
        <translation>Eine Zahl über 0.</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>What is to be broken.</source>
        <translation>Was widerlegt werden soll.</translation>
    </message>
    <message>
        <source>What one run is planned to cost, the claim.</source>
        <translation>Was ein Lauf kosten soll, die Behauptung.</translation>
    </message>
    <message>
        <source>Steps of a run.</source>
        <translation>Schritte eines Laufs.</translation>
    </message>
    <message>
        <source>at most 10</source>
        <translation>höchstens 10</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Small runs with and without one canary that are told apart.</source>
        <translation>Kleine Läufe mit und ohne einen Kanarienvogel, die unterschieden werden.</translation>
    </message>
    <message>
        <source>Canaries</source>
        <translation>Kanarienvögel</translation>
    </message>
    <message>
        <source>Hidden in one large run and guessed.</source>
        <translation>In einem großen Lauf versteckt und geraten.</translation>
    </message>
    <message>
        <source>the data of the forms</source>
        <translation>die der Formulare</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>A copy of a bundled public sample, or of the data under Data where that is a public benchmark of one file or folder.</source>
        <translation>Eine Kopie einer mitgelieferten öffentlichen Probe, oder der Daten unter Daten, wo das ein öffentlicher Benchmark aus einer Datei oder einem Ordner ist.</translation>
    </message>
    <message>
        <source>Attack on a trainer</source>
        <translation>Angriff auf einen Trainer</translation>
    </message>
    <message>
        <source>Hides canaries in copies of public rows, trains, and guesses which were there: a lower bound of what a run gives away, beside the ε that is claimed. It takes nothing.</source>
        <translation>Versteckt Kanarienvögel in Kopien öffentlicher Zeilen, trainiert und rät, welche dabei waren: eine untere Schranke dessen, was ein Lauf preisgibt, neben dem behaupteten ε. Es nimmt nichts.</translation>
    </message>
    <message>
        <source>Start the attack, takes nothing</source>
        <translation>Angriff beginnen, nimmt nichts</translation>
    </message>
    <message>
        <source>What the guesses show stands here: ε at least, and whether the claim holds.</source>
        <translation>Hier steht, was das Raten zeigt: ε mindestens, und ob die Behauptung hält.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where steps are computed.</source>
        <translation>Wo Schritte gerechnet werden.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Rows, features and classes of a step, with commas between them.</source>
        <translation>Zeilen, Merkmale und Klassen eines Schritts, mit Kommas dazwischen.</translation>
    </message>
    <message>
        <source>those of the manual</source>
        <translation>die des Handbuchs</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>How many at most.</source>
        <translation>Wie viele höchstens.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Diese Maschine</translation>
    </message>
    <message>
        <source>Times steps of training beside what the machine can do at most, measured in the same run. It takes a minute or two and works on made-up numbers.</source>
        <translation>Misst Trainingsschritte neben dem, was der Rechner höchstens kann, im selben Lauf. Das dauert ein, zwei Minuten und rechnet mit ausgedachten Zahlen.</translation>
    </message>
    <message>
        <source>Measure it</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Rates stand here: how many steps a second, and how close to the machine&apos;s peak.</source>
        <translation>Hier stehen Raten: wie viele Schritte in der Sekunde, und wie nah am Gipfel des Rechners.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::ReportDialog</name>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Markdown with pictures (*.md)</source>
        <translation>Markdown mit Bildern (*.md)</translation>
    </message>
    <message>
        <source>LaTeX (*.tex)</source>
        <translation>LaTeX (*.tex)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Entry for a registry of deployments (*.yaml)</source>
        <translation>Eintrag für ein Verzeichnis von Einsätzen (*.yaml)</translation>
    </message>
    <message>
        <source>Bill of materials (*.cdx.json)</source>
        <translation>Stückliste (*.cdx.json)</translation>
    </message>
    <message>
        <source>Model card (*.model-card.md)</source>
        <translation>Modellkarte (*.model-card.md)</translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation>Bericht schreiben</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Its ending chooses the format: .html, .pdf, .md, .tex, .json, .yaml, the entry for a registry of deployments, .cdx.json, a bill of materials, or .model-card.md.</source>
        <translation>Die Endung bestimmt das Format: .html, .pdf, .md, .tex, .json, .yaml, der Eintrag für ein Verzeichnis von Einsätzen, .cdx.json, eine Stückliste, oder .model-card.md.</translation>
    </message>
    <message>
        <source>only the trials that the filter leaves</source>
        <translation>nur die Läufe, die der Filter übrig lässt</translation>
    </message>
    <message>
        <source>test accuracies of all experiments</source>
        <translation>Testgenauigkeiten aller Experimente</translation>
    </message>
    <message>
        <source>scores of each experiment, a heatmap of a grid</source>
        <translation>Werte jedes Experiments, bei einem Raster eine Heatmap</translation>
    </message>
    <message>
        <source>the fitted total step size of each search</source>
        <translation>die angepasste Gesamtschrittweite jeder Suche</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::FileRow</name>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Auswählen: %1</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>Den Ordner %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 ist ein Ordner.</translation>
    </message>
    <message>
        <source>You may not write %1: choose another folder.</source>
        <translation>%1 darf hier nicht geschrieben werden: bitte einen anderen Ordner wählen.</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::FileDialogs</name>
    <message>
        <source>%1 cannot be written: choose another folder, or make room.</source>
        <translation>%1 kann nicht geschrieben werden: einen anderen Ordner wählen oder Platz schaffen.</translation>
    </message>
    <message>
        <source>%1 is a project or a registry, or belongs to one: choose another name.</source>
        <translation>%1 ist ein Projekt oder eine Registry oder gehört zu einem: einen anderen Namen wählen.</translation>
    </message>
</context>
<context>
    <name>parsimony::Chart</name>
    <message>
        <source>steps T</source>
        <translation>Schritte T</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>total step size r</source>
        <translation>Gesamtschrittweite r</translation>
    </message>
    <message>
        <source>points below the best</source>
        <translation>Punkte unter dem Besten</translation>
    </message>
    <message>
        <source>total ε</source>
        <translation>Gesamt-ε</translation>
    </message>
    <message>
        <source>test accuracy, %</source>
        <translation>Testgenauigkeit, %</translation>
    </message>
    <message>
        <source>total step size r of the result</source>
        <translation>Gesamtschrittweite r des Ergebnisses</translation>
    </message>
    <message>
        <source>accuracy, %</source>
        <translation>Genauigkeit, %</translation>
    </message>
    <message>
        <source>seconds a run</source>
        <translation>Sekunden je Lauf</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::HeldBack</name>
    <message>
        <source>held back by the largest η or the range</source>
        <translation>vom größten η oder dem Bereich begrenzt</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EncoderList</name>
    <message>
        <source>%1 alone</source>
        <translation>%1 allein</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei …</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Ein Ordner …</translation>
    </message>
    <message>
        <source>Add an encoder</source>
        <translation>Encoder hinzufügen</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>One more encoder: the features of two side by side. Their rows must be in the same order.</source>
        <translation>Ein weiterer Encoder: die Merkmale zweier nebeneinander. Ihre Zeilen müssen in derselben Reihenfolge stehen.</translation>
    </message>
    <message>
        <source>The same records as another encoder made them, in a folder or file of the same form. A search chooses among them, and one account pays for all.</source>
        <translation>Dieselben Datensätze, wie ein anderer Encoder sie gemacht hat, in einem Ordner oder einer Datei derselben Form. Eine Suche wählt unter ihnen, und ein Konto zahlt für alle.</translation>
    </message>
    <message>
        <source>The same records by several encoders, of which a search chooses:</source>
        <translation>Dieselben Datensätze von mehreren Encodern, unter denen eine Suche wählt:</translation>
    </message>
    <message>
        <source>Tied by</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>Train on</source>
        <translation>Trainieren auf</translation>
    </message>
    <message>
        <source>What a search chooses among, or one encoder alone. The budget of the records is the same.</source>
        <translation>Worunter eine Suche wählt, oder ein Encoder allein. Das Budget der Datensätze ist dasselbe.</translation>
    </message>
    <message>
        <source>What says that rows of two encoders are the same record: their places, or ids. A file of ids is chosen in each encoder&apos;s menu; a column of ids is named below.</source>
        <translation>Was sagt, dass Zeilen zweier Encoder derselbe Datensatz sind: ihr Platz oder Kennungen. Eine Datei mit Kennungen wird im Menü jedes Encoders gewählt, eine Spalte mit Kennungen unten genannt.</translation>
    </message>
    <message>
        <source>ids of each</source>
        <translation>Kennungen von jedem</translation>
    </message>
    <message>
        <source>their order</source>
        <translation>ihre Reihenfolge</translation>
    </message>
    <message>
        <source>what a search chooses</source>
        <translation>was eine Suche wählt</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::EncoderRow</name>
    <message>
        <source>%1 numbers a record</source>
        <translation>%1 Zahlen je Datensatz</translation>
    </message>
    <message>
        <source>Change the encoder %1</source>
        <translation>Encoder %1 ändern</translation>
    </message>
    <message>
        <source>Encoder %1: %2</source>
        <translation>Encoder %1: %2</translation>
    </message>
    <message>
        <source>Ids of the test rows</source>
        <translation>Kennungen der Testzeilen</translation>
    </message>
    <message>
        <source>Ids of the train rows</source>
        <translation>Kennungen der Trainingszeilen</translation>
    </message>
    <message>
        <source>Ids of the validation rows</source>
        <translation>Kennungen der Validierungszeilen</translation>
    </message>
    <message>
        <source>Name of the encoder %1</source>
        <translation>Name des Encoders %1</translation>
    </message>
    <message>
        <source>Other file…</source>
        <translation>Andere Datei …</translation>
    </message>
    <message>
        <source>Other folder…</source>
        <translation>Anderer Ordner …</translation>
    </message>
    <message>
        <source>Remove this encoder</source>
        <translation>Diesen Encoder entfernen</translation>
    </message>
    <message>
        <source>What the encoder is called in plans, tables and plots.</source>
        <translation>Wie der Encoder in Plänen, Tabellen und Diagrammen heißt.</translation>
    </message>
    <message>
        <source>ids %1</source>
        <translation>Kennungen %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>parsimony::ui::PathField</name>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Choose files; they can be dropped here as well.</source>
        <translation>Dateien auswählen; sie können auch hier abgelegt werden.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
</TS>
